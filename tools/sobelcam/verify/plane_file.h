// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <variant>

#include "drivers/frame/image.h"

namespace sobelcam::tool {

using PlaneFile = std::variant<Image<float>, Image<std::uint8_t>>;

/// A two-dimensional NPY file of float32 or uint8, or a gray picture.
/// Errors:   std::runtime_error in words, without the file's name
PlaneFile read_plane(const std::filesystem::path& path);

}  // namespace sobelcam::tool
