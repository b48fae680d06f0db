// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct BenchHttpOptions {
  std::string url;
  unsigned fast = 1;     ///< clients that read as quickly as they can
  unsigned slow = 0;     ///< clients that read slow_kib_per_s
  unsigned stalled = 0;  ///< clients that ask and then read nothing
  unsigned slow_kib_per_s = 100;
  double seconds = 10;
  bool json = false;
};

/// Watches a stream with several clients at once and says what each kind of client got: pictures a second, how old
/// they were on arrival (by X-Timestamp, so clocks must agree), bytes, and pictures skipped.
ExitCode bench_http(const BenchHttpOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
