// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Blur, for 'bench kernels': in one launch or in two, and with what shared between neighbors.
//
// Shapes:     gray, across and blur are height x width; blocks of 32 x 8 threads
// Reference:  kernels/reference/blur.cpp
#include "kernels/cuda/bench/pixel.cuh"

namespace sobelcam::cuda {
namespace {

__device__ __forceinline__ float across_at(const float* row, std::uint32_t x, std::uint32_t width) {
  const auto at = [&](std::int32_t i) { return row[clamped(static_cast<std::int32_t>(x) + i, width)]; };
  return weighted(at(-2), at(-1), at(0), at(1), at(2));
}

}  // namespace

extern "C" {

__global__ void across_plain(PlaneArguments gray, PlaneArguments across, SizeArguments size) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    plane_row<float>(across, y)[x] = across_at(plane_row<const float>(gray, y), x, size.width);
  }
}

__global__ void down_plain(PlaneArguments across, PlaneArguments blur, SizeArguments size) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    const auto at = [&](std::int32_t j) {
      return plane_row<const float>(across, clamped(static_cast<std::int32_t>(y) + j, size.height))[x];
    };
    plane_row<float>(blur, y)[x] = weighted(at(-2), at(-1), at(0), at(1), at(2));
  }
}

/// A thread makes all five values across that its pixel needs: 25 loads, and every value across is made five times.
__global__ void blur_25_taps(PlaneArguments gray, PlaneArguments blur, SizeArguments size) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    const auto at = [&](std::int32_t j) {
      const std::uint32_t row = clamped(static_cast<std::int32_t>(y) + j, size.height);
      return across_at(plane_row<const float>(gray, row), x, size.width);
    };
    plane_row<float>(blur, y)[x] = weighted(at(-2), at(-1), at(0), at(1), at(2));
  }
}

/// Both passes over a tile in shared memory; only the halo is made more than once.
__global__ void blur_tile(PlaneArguments gray, PlaneArguments blur, SizeArguments size) {
  constexpr std::int32_t kHalo = 2;
  __shared__ float tile[kTileSide + 2 * kHalo][kTileSide + 2 * kHalo];
  __shared__ float across[kTileSide + 2 * kHalo][kTileSide];
  const auto x0 = static_cast<std::int32_t>(blockIdx.x) * kTileSide;
  const auto i = static_cast<std::int32_t>(threadIdx.x);
  const auto first = static_cast<std::int32_t>(threadIdx.y);
  const auto step = static_cast<std::int32_t>(blockDim.y);
  const auto tiles = (size.height + kTileSide - 1) / kTileSide;
  for (std::uint32_t t = blockIdx.y; t < tiles; t += gridDim.y) {
    const auto y0 = static_cast<std::int32_t>(t) * kTileSide;
    load_tile<kHalo>(tile, gray, size, x0, y0);
    __syncthreads();
    for (std::int32_t j = first; j < kTileSide + 2 * kHalo; j += step) {
      across[j][i] = weighted(tile[j][i], tile[j][i + 1], tile[j][i + 2], tile[j][i + 3], tile[j][i + 4]);
    }
    __syncthreads();
    for (std::int32_t j = first; j < kTileSide; j += step) {
      const auto x = static_cast<std::uint32_t>(x0 + i);
      const auto y = static_cast<std::uint32_t>(y0 + j);
      if (x < size.width && y < size.height) {
        plane_row<float>(blur, y)[x] =
            weighted(across[j][i], across[j + 1][i], across[j + 2][i], across[j + 3][i], across[j + 4][i]);
      }
    }
    __syncthreads();
  }
}
}

}  // namespace sobelcam::cuda
