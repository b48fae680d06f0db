// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/reference/clamped.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {

void sobel(ImageView<const float> plane, ImageView<float> magnitude) {
  for (std::uint32_t row = 0; row < plane.height; ++row) {
    for (std::uint32_t column = 0; column < plane.width; ++column) {
      const std::int64_t x = column;
      const std::int64_t y = row;
      const auto difference = [&](std::int64_t j) { return clamped(plane, x + 1, j) - clamped(plane, x - 1, j); };
      const auto smooth = [&](std::int64_t j) {
        return std::fma(2.0F, clamped(plane, x, j), clamped(plane, x - 1, j) + clamped(plane, x + 1, j));
      };
      const float gx = std::fma(2.0F, difference(y), difference(y - 1) + difference(y + 1));
      const float gy = smooth(y + 1) - smooth(y - 1);
      magnitude.row(row)[column] = std::sqrt(std::fma(gx, gx, gy * gy));
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
