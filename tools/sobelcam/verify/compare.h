// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct CompareOptions {
  std::filesystem::path expected;
  std::filesystem::path actual;
  std::string contract = "strict";  ///< "strict": every bit; "tolerant": the bounds for foreign programs
  std::string stage;                ///< "gray", "blur", "magnitude" or "edges"; empty where the names tell
  bool other_taps = false;          ///< the other program blurs otherwise: distances are told, nothing is demanded
};

/// Compares two planes or edge maps: NPY files of float32 or uint8, or gray pictures. Foreign programs round and add in
/// other orders, so that equality cannot be asked of them; with our taps they stay within the tolerant bounds.
ExitCode compare(const CompareOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
