// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/pixel_format.h"

namespace sobelcam {

std::string_view fourcc(PixelFormat format) {
  return traits(format).fourcc;
}

std::string_view name(ColorRange range) {
  return range == ColorRange::kFull ? "full" : "limited";
}

std::size_t row_bytes(PixelFormat format, std::uint32_t width) {
  constexpr std::size_t kPixelsOfGroup = 4;
  constexpr std::size_t kBytesOfGroup = 5;
  const std::size_t pixels = width;
  if (traits(format).samples == Samples::kBayer10Packed) {
    return (pixels + kPixelsOfGroup - 1) / kPixelsOfGroup * kBytesOfGroup;
  }
  return pixels * traits(format).pixel_bytes;
}

bool is_rgb(PixelFormat format) {
  const Samples samples = traits(format).samples;
  return samples == Samples::kRgb8 || samples == Samples::kRgb565 || is_bayer(format);
}

bool is_bayer(PixelFormat format) {
  const Samples samples = traits(format).samples;
  return samples == Samples::kBayer8 || samples == Samples::kBayer16 || samples == Samples::kBayer10Packed;
}

}  // namespace sobelcam
