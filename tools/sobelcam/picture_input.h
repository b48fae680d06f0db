// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <variant>

#include "drivers/files/image_decoder.h"
#include "drivers/frame/buffer_provider.h"

namespace sobelcam::tool {

/// An image file, decoded.
struct PictureInput {
  Buffer pixels;
  FrameLayout layout;

  FrameView view() const { return {reinterpret_cast<const std::uint8_t*>(pixels.data()), layout}; }
};

/// Reads and decodes one image file.
std::variant<PictureInput, ImageFault> read_picture(const std::filesystem::path& path);

}  // namespace sobelcam::tool
