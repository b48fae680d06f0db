// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/reference/clamped.h"
#include "kernels/reference/hardware_fma.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

// Of three pixels side by side.
float difference(const float* left) {
  return left[2] - left[0];
}
float smooth(const float* left) {
  return std::fma(2.0F, left[1], left[0] + left[2]);
}

}  // namespace

SOBELCAM_HARDWARE_FMA void sobel(ImageView<const float> plane, ImageView<float> magnitude) {
  WidenedRow row_above(plane.width, 1);
  WidenedRow row_here(plane.width, 1);
  WidenedRow row_below(plane.width, 1);
  for (std::uint32_t row = 0; row < plane.height; ++row) {
    const std::int64_t y = row;
    const float* above = row_above.of(clamped_row(plane, y - 1));
    const float* here = row_here.of(clamped_row(plane, y));
    const float* below = row_below.of(clamped_row(plane, y + 1));
    float* out = magnitude.row(row);
    for (std::uint32_t x = 0; x < plane.width; ++x) {
      const float gx = std::fma(2.0F, difference(here + x), difference(above + x) + difference(below + x));
      const float gy = smooth(below + x) - smooth(above + x);
      out[x] = std::sqrt(std::fma(gx, gx, gy * gy));
    }
  }
}

Histogram histogram(ImageView<const std::uint8_t> plane) {
  Histogram counts{};
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    for (std::uint32_t x = 0; x < plane.width; ++x) {
      ++counts[plane.row(y)[x]];
    }
  }
  return counts;
}

}  // namespace sobelcam::reference
