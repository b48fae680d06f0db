// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct VerifyOptions {
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> pipelines{"all"};  ///< names, "auto", or "all" for every usable row
  bool equalize = false;                      ///< of what has no record that says it
  unsigned jobs = 0;                          ///< frames at once; 0 for one a core
  std::string shard;                          ///< I/N; empty for what a cluster's variables say, else for everything
  std::string format;                         ///< of raw files: fourcc, WxH, stride, range
  std::string size;
  std::size_t stride = 0;
  std::string range;
  std::filesystem::path report;  ///< JSON; empty for none
  std::filesystem::path html;    ///< likewise
};

/// The differential test over recorded frames: every implementation against the reference, and what was recorded
/// against it, too. progress is where a terminal shows it, or null.
///
/// Errors:   std::exception on options that cannot be, before anything is read; faults of inputs are one line each
ExitCode verify(const VerifyOptions& options, std::ostream& out, std::ostream& errors, std::ostream* progress);

}  // namespace sobelcam::tool
