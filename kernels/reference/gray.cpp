// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/edge_spec.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

float from_rgb(float red, float green, float blue) {
  return std::fma(spec::kRedWeight, red, std::fma(spec::kGreenWeight, green, spec::kBlueWeight * blue));
}

float from_luma(float luma, ColorRange range) {
  if (range == ColorRange::kFull) {
    return luma;
  }
  return std::clamp(std::fma(luma, spec::kLimitedScale, spec::kLimitedOffset), 0.0F, spec::kWhite);
}

float gray_of(const FrameLayout& layout, const std::uint8_t* row, std::size_t x) {
  switch (layout.format) {
    case PixelFormat::kRgb24:
      return from_rgb(row[3 * x], row[3 * x + 1], row[3 * x + 2]);
    case PixelFormat::kBgr24:
      return from_rgb(row[3 * x + 2], row[3 * x + 1], row[3 * x]);
    case PixelFormat::kYuyv:
      return from_luma(row[2 * x], layout.range);
    case PixelFormat::kUyvy:
      return from_luma(row[2 * x + 1], layout.range);
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      return from_luma(row[x], layout.range);
  }
  return 0.0F;
}

}  // namespace

void gray(const FrameView& frame, ImageView<float> gray) {
  for (std::uint32_t y = 0; y < gray.height; ++y) {
    const std::uint8_t* in = frame.row(y);
    float* out = gray.row(y);
    for (std::uint32_t x = 0; x < gray.width; ++x) {
      out[x] = gray_of(frame.layout, in, x);
    }
  }
}

}  // namespace sobelcam::reference
