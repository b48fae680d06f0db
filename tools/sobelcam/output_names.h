// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sobelcam::tool {

/// What stands before "_gray.png" and the like for each input, in the order of the inputs; no two are the same.
///
/// One input takes PREFIX itself. Several take PREFIX_STEM, and PREFIX_STEM_2 where a stem comes again. A prefix that
/// ends in a slash is a folder: PREFIX/STEM.
std::vector<std::filesystem::path> output_prefixes(const std::string& prefix,
                                                   const std::vector<std::filesystem::path>& inputs);

/// PREFIX_gray.png and so on.
std::filesystem::path output_path(const std::filesystem::path& prefix, std::string_view view);

}  // namespace sobelcam::tool
