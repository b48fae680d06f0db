// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct BenchKernelsOptions {
  std::string size = "1920x1080";
  std::size_t runs = 100;  ///< of each chain, 10 at least
  bool json = false;
  std::filesystem::path json_file;  ///< where the document goes, beside the table; empty: instead of the table
};

/// The ablation experiment: the chain of SPEC.md on RGB24 by the plainest kernels, then with one stage optimized at a
/// time, then with all; and each kernel against what the device allows.
///
/// Every chain is held to the bits of the reference first; one that differs is not timed and costs kDifferent.
/// Errors:   std::exception in words: no GPU, options that are not usable, a file that cannot be written
ExitCode bench_kernels(const BenchKernelsOptions& options, std::ostream& out);

}  // namespace sobelcam::tool
