// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/edge_spec.h"
#include "kernels/reference/from_samples.h"
#include "kernels/reference/hardware_fma.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

float from_luma(unsigned luma, unsigned bits, ColorRange range) {
  const auto level = static_cast<float>(luma);
  if (range == ColorRange::kFull) {
    return bits == 8 ? level : level * spec::scale_of(bits);
  }
  const float of_8_bits = level / static_cast<float>(1U << (bits - 8));
  return std::clamp(std::fma(of_8_bits, spec::kLimitedScale, spec::kLimitedOffset), 0.0F, spec::kWhite);
}

/// Each channel is widened to 8 bits by repeating its highest bits below.
float from_rgb565(unsigned pixel) {
  const unsigned red = pixel >> 11U;
  const unsigned green = (pixel >> 5U) & 0x3FU;
  const unsigned blue = pixel & 0x1FU;
  return from_rgb(static_cast<float>(red << 3U | red >> 2U), static_cast<float>(green << 2U | green >> 4U),
                  static_cast<float>(blue << 3U | blue >> 2U));
}

float gray_of(const FormatTraits& format, ColorRange range, const std::uint8_t* row, std::size_t x) {
  const std::uint8_t* pixel = row + x * format.pixel_bytes;
  switch (format.samples) {
    case Samples::kLuma8:
      return from_luma(pixel[format.first], format.bits, range);
    case Samples::kLuma16:
      return from_luma(word(row, x, format.bits), format.bits, range);
    case Samples::kRgb8: {
      const std::size_t green = (std::size_t{format.first} + format.blue) / 2;
      return from_rgb(pixel[format.first], pixel[green], pixel[format.blue]);
    }
    case Samples::kRgb565:
      return from_rgb565(word(row, x, 16));
    case Samples::kBayer8:
    case Samples::kBayer16:
    case Samples::kBayer10Packed:
      break;
  }
  return 0.0F;
}

}  // namespace

SOBELCAM_HARDWARE_FMA void gray(const FrameView& frame, ImageView<float> gray) {
  if (is_bayer(frame.layout.format)) {
    gray_of_mosaic(frame, gray);
    return;
  }
  // Copies, which no store to a plane can change: the compiler then asks for the format once a row, not once a pixel.
  const FormatTraits format = traits(frame.layout.format);
  const ColorRange range = frame.layout.range;
  for (std::uint32_t y = 0; y < gray.height; ++y) {
    const std::uint8_t* in = frame.row(y);
    float* out = gray.row(y);
    for (std::uint32_t x = 0; x < gray.width; ++x) {
      out[x] = gray_of(format, range, in, x);
    }
  }
}

}  // namespace sobelcam::reference
