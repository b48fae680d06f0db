// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Sobel, for 'bench kernels': from global memory, or from a tile in shared memory.
//
// Shapes:     blur and magnitude are height x width; blocks of 32 x 8 threads
// Reference:  kernels/reference/sobel.cpp
#include "kernels/cuda/bench/pixel.cuh"

namespace sobelcam::cuda {

extern "C" {

__global__ void sobel_direct(PlaneArguments blur, PlaneArguments magnitude, SizeArguments size) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    plane_row<float>(magnitude, y)[x] = sobel_magnitude([&](int i, int j) {
      const std::uint32_t row = clamped(static_cast<std::int32_t>(y) + j, size.height);
      return plane_row<const float>(blur, row)[clamped(static_cast<std::int32_t>(x) + i, size.width)];
    });
  }
}

__global__ void sobel_tile(PlaneArguments blur, PlaneArguments magnitude, SizeArguments size) {
  constexpr std::int32_t kHalo = 1;
  __shared__ float tile[kTileSide + 2 * kHalo][kTileSide + 2 * kHalo];
  const auto x0 = static_cast<std::int32_t>(blockIdx.x) * kTileSide;
  const auto tiles = (size.height + kTileSide - 1) / kTileSide;
  for (std::uint32_t t = blockIdx.y; t < tiles; t += gridDim.y) {
    const auto y0 = static_cast<std::int32_t>(t) * kTileSide;
    load_tile<kHalo>(tile, blur, size, x0, y0);
    __syncthreads();
    for (std::uint32_t row = threadIdx.y; row < kTileSide; row += blockDim.y) {
      const std::uint32_t x = pixel_x();
      const std::uint32_t y = static_cast<std::uint32_t>(y0) + row;
      if (x < size.width && y < size.height) {
        plane_row<float>(magnitude, y)[x] = sobel_magnitude([&](int i, int j) {
          return tile[static_cast<int>(row) + j + kHalo][static_cast<int>(threadIdx.x) + i + kHalo];
        });
      }
    }
    __syncthreads();
  }
}
}

}  // namespace sobelcam::cuda
