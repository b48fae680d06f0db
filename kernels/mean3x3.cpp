// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/mean3x3.h"

#include <algorithm>

namespace sobelcam {

void mean3x3(ImageView<const std::uint8_t> plane, ImageView<std::uint8_t> mean) {
  const std::uint32_t last_x = plane.width - 1;
  const std::uint32_t last_y = plane.height - 1;
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    const std::uint8_t* above = plane.row(y == 0 ? 0 : y - 1);
    const std::uint8_t* here = plane.row(y);
    const std::uint8_t* below = plane.row(std::min(y + 1, last_y));
    for (std::uint32_t x = 0; x < plane.width; ++x) {
      const std::uint32_t left = x == 0 ? 0 : x - 1;
      const std::uint32_t right = std::min(x + 1, last_x);
      const auto column = [&](std::uint32_t i) { return above[i] + here[i] + below[i]; };
      mean.row(y)[x] = static_cast<std::uint8_t>((column(left) + column(x) + column(right)) / 9);
    }
  }
}

}  // namespace sobelcam
