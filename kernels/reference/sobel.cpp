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

SOBELCAM_HARDWARE_FMA void magnitude_row(const float* above, const float* here, const float* below, float* out,
                                         std::uint32_t width) {
  for (std::uint32_t x = 0; x < width; ++x) {
    const float gx = std::fma(2.0F, difference(here + x), difference(above + x) + difference(below + x));
    const float gy = smooth(below + x) - smooth(above + x);
    out[x] = std::sqrt(std::fma(gx, gx, gy * gy));
  }
}

template <typename Pixel>
void sobel_of(ImageView<const Pixel> plane, ImageView<float> magnitude) {
  WidenedRow above(plane.width, 1);
  WidenedRow here(plane.width, 1);
  WidenedRow below(plane.width, 1);
  for (std::uint32_t row = 0; row < plane.height; ++row) {
    const std::int64_t y = row;
    magnitude_row(above.of(clamped_row(plane, y - 1)), here.of(clamped_row(plane, y)),
                  below.of(clamped_row(plane, y + 1)), magnitude.row(row), plane.width);
  }
}

}  // namespace

void sobel(ImageView<const float> plane, ImageView<float> magnitude) {
  sobel_of(plane, magnitude);
}
void sobel(ImageView<const std::uint8_t> plane, ImageView<float> magnitude) {
  sobel_of(plane, magnitude);
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
