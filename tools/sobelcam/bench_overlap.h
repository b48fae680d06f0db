// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct BenchOverlapOptions {
  std::size_t frames = 16;
  std::string size = "2051x1027";
  std::size_t rounds = 5;
  std::filesystem::path csv_file;  ///< where the timelines go; empty: nowhere
  bool json = false;
  std::filesystem::path json_file;  ///< where the document goes, beside the table; empty: instead of the table
};

/// The batch experiment: different gray frames up, through a filter and down again, in one stream or with several
/// slots, whose uploads, kernels and downloads may overlap; and whether they did.
///
/// Every output of every round is held to the CPU's, byte by byte; a plan that differs costs kDifferent.
/// Errors:   std::exception in words: no GPU, options that are not usable, a file that cannot be written
ExitCode bench_overlap(const BenchOverlapOptions& options, std::ostream& out);

}  // namespace sobelcam::tool
