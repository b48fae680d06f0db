// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/pictures.h"

#include "drivers/camera/pattern.h"
#include "drivers/jpeg/jpeg_encoder.h"

namespace sobelcam::uvc {
namespace {

/// Luma is the green of the pattern, chroma is none.
Bytes yuyv(const FrameView& rgb) {
  Bytes bytes;
  bytes.reserve(picture_bytes({rgb.layout.width, rgb.layout.height}));
  for (std::uint32_t y = 0; y < rgb.layout.height; ++y) {
    const std::uint8_t* row = rgb.row(y);
    for (std::uint32_t x = 0; x < rgb.layout.width; ++x) {
      bytes.push_back(row[x * 3 + 1]);
      bytes.push_back(128);
    }
  }
  return bytes;
}

Bytes mjpeg(const FrameView& rgb) {
  JpegEncoder encoder;
  const std::span<const std::byte> jpeg = encoder.encode_frame(Frame::borrowing(rgb), 80);
  const auto* first = reinterpret_cast<const std::uint8_t*>(jpeg.data());
  return {first, first + jpeg.size()};
}

}  // namespace

std::span<const std::uint8_t> Pictures::get(Coding coding, PictureSize size, std::uint64_t number) {
  if (coding != coding_ || size != size_) {
    pictures_ = {};
    coding_ = coding;
    size_ = size;
  }
  const std::size_t index = number % kCount;
  if (pictures_[index].empty()) {
    const FrameLayout layout = aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, size.width, size.height);
    Bytes rgb(layout_bytes(layout));
    draw_pattern({rgb.data(), layout}, index * 8);
    const FrameView view{rgb.data(), layout};
    pictures_[index] = coding == Coding::kMjpeg ? mjpeg(view) : yuyv(view);
  }
  return pictures_[index];
}

}  // namespace sobelcam::uvc
