// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <vector>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct MergeOptions {
  std::vector<std::filesystem::path> reports;
  std::filesystem::path report;  ///< the joined one; empty for none
};

/// Joins the reports of a set's parts into one verdict. A part that is missing, there twice, of another set or of
/// another version is said, and fails: kBadInput, unless something differs.
///
/// Errors:   std::runtime_error where the joined report cannot be written
ExitCode merge(const MergeOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
