// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/picture_input.h"

#include <utility>
#include <vector>

#include "drivers/files/image_formats.h"
#include "drivers/files/read_file.h"

namespace sobelcam::tool {

std::variant<PictureInput, ImageFault> read_picture(const std::filesystem::path& path) {
  auto file = read_file(path);
  if (auto* fault = std::get_if<ImageFault>(&file)) {
    return std::move(*fault);
  }
  auto opened = open_image(std::get<std::vector<std::byte>>(file));
  if (auto* fault = std::get_if<ImageFault>(&opened)) {
    return std::move(*fault);
  }
  auto& decoder = *std::get<std::unique_ptr<ImageDecoder>>(opened);
  const ImageHeader& header = decoder.header();
  PictureInput picture;
  picture.layout = aligned_layout(header.format, header.range, header.width, header.height);
  picture.pixels = ordinary_memory().allocate(layout_bytes(picture.layout));
  if (auto fault = decoder.decode({reinterpret_cast<std::uint8_t*>(picture.pixels.data()), picture.layout})) {
    return std::move(*fault);
  }
  return picture;
}

}  // namespace sobelcam::tool
