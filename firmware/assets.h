// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace sobelcam {

/// A file of web/, as it was when the program was built.
struct Asset {
  std::string_view path;  ///< as a browser asks for it: "/", "/app.js"
  std::string_view content_type;
  std::string_view bytes;
};

/// The one place where a path becomes bytes: no file system is served, so there is none to break out into.
std::optional<Asset> find_asset(std::string_view path);

}  // namespace sobelcam
