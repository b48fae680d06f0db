// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/rgb_pixels.h"

#include <algorithm>

namespace sobelcam {
namespace {

std::uint32_t word(const std::uint8_t* row, std::size_t x) {
  return row[2 * x] | static_cast<std::uint32_t>(row[2 * x + 1]) << 8U;
}

std::uint16_t sample(const FormatTraits& format, const std::uint8_t* row, std::size_t x) {
  switch (format.samples) {
    case Samples::kBayer16:
      return static_cast<std::uint16_t>(word(row, x) & ((1U << format.bits) - 1));
    case Samples::kBayer10Packed: {
      const std::uint8_t* group = row + x / 4 * 5;
      return static_cast<std::uint16_t>(group[x % 4] << 2U | (group[4] >> (2 * (x % 4)) & 3));
    }
    default:
      return row[x];
  }
}

/// Three rows of a mosaic, each from the sample before its first pixel to the one behind its last.
struct Neighborhood {
  const std::uint16_t* above;
  const std::uint16_t* row;
  const std::uint16_t* below;

  std::uint32_t own(std::size_t x) const { return row[x + 1]; }
  std::uint32_t beside(std::size_t x) const { return row[x] + std::uint32_t{row[x + 2]}; }
  std::uint32_t over(std::size_t x) const { return above[x + 1] + std::uint32_t{below[x + 1]}; }
  std::uint32_t corners(std::size_t x) const {
    return above[x] + std::uint32_t{above[x + 2]} + below[x] + std::uint32_t{below[x + 2]};
  }
};

/// The mean of `count` samples as 8 bits.
std::uint8_t level(std::uint32_t sum, std::uint32_t count, std::uint32_t white) {
  const std::uint32_t divisor = count * white;
  return static_cast<std::uint8_t>((2 * 255 * sum + divisor) / (2 * divisor));
}

}  // namespace

void RgbPixels::take(const FrameView& frame) {
  rgb_.reshape(3 * frame.layout.width, frame.layout.height, ordinary_memory());
  if (is_bayer(frame.layout.format)) {
    unpack_mosaic(frame);
    interpolate(traits(frame.layout.format));
  } else {
    take_rgb565(frame);
  }
}

void RgbPixels::take_rgb565(const FrameView& frame) {
  for (std::uint32_t y = 0; y < frame.layout.height; ++y) {
    const std::uint8_t* in = frame.row(y);
    std::uint8_t* out = rgb_.row(y);
    for (std::uint32_t x = 0; x < frame.layout.width; ++x, out += 3) {
      const std::uint32_t pixel = word(in, x);
      const std::uint32_t red = pixel >> 11U;
      const std::uint32_t green = pixel >> 5U & 0x3FU;
      const std::uint32_t blue = pixel & 0x1FU;
      out[0] = static_cast<std::uint8_t>(red << 3U | red >> 2U);
      out[1] = static_cast<std::uint8_t>(green << 2U | green >> 4U);
      out[2] = static_cast<std::uint8_t>(blue << 3U | blue >> 2U);
    }
  }
}

void RgbPixels::unpack_mosaic(const FrameView& frame) {
  const FormatTraits& format = traits(frame.layout.format);
  const std::uint32_t width = frame.layout.width;
  const std::uint32_t height = frame.layout.height;
  const std::uint32_t step_x = width > 1 ? 1 : 0;
  const std::uint32_t step_y = height > 1 ? 1 : 0;
  mosaic_.reshape(width + 2, height + 2, ordinary_memory());
  for (std::uint32_t y = 0; y < height; ++y) {
    std::uint16_t* row = mosaic_.row(y + 1);
    for (std::uint32_t x = 0; x < width; ++x) {
      row[x + 1] = sample(format, frame.row(y), x);
    }
    row[0] = row[1 + step_x];
    row[width + 1] = row[width - step_x];
  }
  std::copy_n(mosaic_.row(1 + step_y), width + 2, mosaic_.row(0));
  std::copy_n(mosaic_.row(height - step_y), width + 2, mosaic_.row(height + 1));
}

void RgbPixels::interpolate(const FormatTraits& format) {
  const std::uint32_t white = (1U << format.bits) - 1;
  for (std::uint32_t y = 0; y < rgb_.height(); ++y) {
    const Neighborhood at{mosaic_.row(y), mosaic_.row(y + 1), mosaic_.row(y + 2)};
    const bool red_row = y % 2 == format.red_y;
    // The color of this row's pixels that are not green.
    const std::size_t own = red_row ? 0 : 2;
    const std::uint32_t own_column = red_row ? format.red_x : 1U - format.red_x;
    std::uint8_t* out = rgb_.row(y);
    for (std::uint32_t x = 0; x < mosaic_.width() - 2; ++x, out += 3) {
      const bool green = x % 2 != own_column;
      out[own] = green ? level(at.beside(x), 2, white) : level(at.own(x), 1, white);
      out[1] = green ? level(at.own(x), 1, white) : level(at.beside(x) + at.over(x), 4, white);
      out[2 - own] = green ? level(at.over(x), 2, white) : level(at.corners(x), 4, white);
    }
  }
}

}  // namespace sobelcam
