// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct ProcessOptions {
  std::vector<std::filesystem::path> inputs;
  std::string prefix;
  std::vector<std::string> pipelines{"auto"};  ///< names, "auto", or "all" for every usable row
  bool compare = false;                        ///< hold each pipeline against the reference
  bool equalize = false;
};

/// Image files in; gray, blur, equalized and edge PNGs and a table of stage times out.
///
/// A bad input costs one line in `errors` and kBadInput at the end; the others are still processed. The pictures come
/// from the first pipeline; where several are compared, each also writes PREFIX_PIPELINE_gray.png and so on. Results go
/// to `out`.
ExitCode process(const ProcessOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
