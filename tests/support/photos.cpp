// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/photos.h"

#include <stdexcept>

#include "drivers/files/image_formats.h"
#include "drivers/files/read_file.h"

namespace sobelcam::test {

Photo::Photo(const std::string& file_name) {
  const auto bytes =
      std::get<std::vector<std::byte>>(read_file(std::string(SOBELCAM_TEST_DATA "/photos/") + file_name));
  const auto decoder = std::get<std::unique_ptr<ImageDecoder>>(open_image(bytes));
  const ImageHeader& header = decoder->header();
  layout_ = aligned_layout(header.format, header.range, header.width, header.height);
  pixels_.resize(layout_bytes(layout_));
  if (const auto fault = decoder->decode({pixels_.data(), layout_})) {
    throw std::runtime_error(file_name + ": " + fault->message);
  }
}

}  // namespace sobelcam::test
