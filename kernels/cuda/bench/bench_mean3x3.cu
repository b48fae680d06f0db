// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// mean3x3, for 'bench overlap': a thread a pixel, nine loads.
//
// Shapes:     plane and mean are height x width bytes; blocks of 32 x 8 threads
// Reference:  kernels/mean3x3.cpp
#include "kernels/cuda/bench/pixel.cuh"

namespace sobelcam::cuda {

extern "C" __global__ void mean3x3(PlaneArguments plane, PlaneArguments mean, SizeArguments size) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    std::uint32_t sum = 0;
#pragma unroll
    for (std::int32_t j = -1; j <= 1; ++j) {
      const std::uint32_t row = clamped(static_cast<std::int32_t>(y) + j, size.height);
      const auto* bytes = plane_row<const std::uint8_t>(plane, row);
#pragma unroll
      for (std::int32_t i = -1; i <= 1; ++i) {
        sum += bytes[clamped(static_cast<std::int32_t>(x) + i, size.width)];
      }
    }
    plane_row<std::uint8_t>(mean, y)[x] = static_cast<std::uint8_t>(sum / 9);
  }
}

}  // namespace sobelcam::cuda
