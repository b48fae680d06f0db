// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

namespace sobelcam::tool {

/// Where a document goes; to be opened before anything is measured, so that minutes are not lost to a misspelled path.
/// An empty path gives a file that is not open.
/// Errors:   std::runtime_error that names the path
std::ofstream open_document(const std::filesystem::path& path);

/// Errors:   std::runtime_error where it cannot be written
void write_document(std::ostream& document, const nlohmann::ordered_json& json);

}  // namespace sobelcam::tool
