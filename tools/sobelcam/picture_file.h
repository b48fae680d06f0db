// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "drivers/frame/image_view.h"

namespace sobelcam::tool {

/// Writes an 8-bit gray PNG. The file appears under its name only when it is complete, so that an interrupted run
/// or a full disk leaves the older one; missing folders are made.
///
/// Errors:   std::runtime_error that names the file and says why it cannot be written
void save_png(const std::filesystem::path& path, ImageView<const std::uint8_t> picture);

}  // namespace sobelcam::tool
