// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/plane.cuh"
#include "kernels/edge_spec.h"

/// SPEC.md's expressions, one pixel at a time, for kernels that differ only in how they come by their values.
namespace sobelcam::cuda {

/// What one block of 32 x 8 threads makes in the kernels that work in shared memory: every thread four rows.
constexpr std::int32_t kTileSide = 32;

/// The pixel of a thread that has one.
__device__ __forceinline__ std::uint32_t pixel_x() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ float gray_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return __fmaf_rn(
      spec::kRedWeight, static_cast<float>(red),
      __fmaf_rn(spec::kGreenWeight, static_cast<float>(green), __fmul_rn(spec::kBlueWeight, static_cast<float>(blue))));
}

/// The pairs are added first.
__device__ __forceinline__ float weighted(float a, float b, float c, float d, float e) {
  return __fmaf_rn(spec::kOuterTap, __fadd_rn(a, e),
                   __fmaf_rn(spec::kInnerTap, __fadd_rn(b, d), __fmul_rn(spec::kCenterTap, c)));
}

/// at(i, j) is the value i columns to the right of the pixel and j rows below it.
template <typename At>
__device__ __forceinline__ float sobel_magnitude(const At& at) {
  const auto difference = [&](int j) { return __fsub_rn(at(1, j), at(-1, j)); };
  const auto smooth = [&](int j) { return __fmaf_rn(2.0F, at(0, j), __fadd_rn(at(-1, j), at(1, j))); };
  const float gx = __fmaf_rn(2.0F, difference(0), __fadd_rn(difference(-1), difference(1)));
  const float gy = __fsub_rn(smooth(1), smooth(-1));
  return __fsqrt_rn(__fmaf_rn(gx, gx, __fmul_rn(gy, gy)));
}

/// Fills a tile of shared memory with the plane around the block's pixels, clamped; all threads of the block, once for
/// each tile. tile[j][i] is the value at column x0 - kHalo + i and row y0 - kHalo + j.
template <std::int32_t kHalo>
__device__ __forceinline__ void load_tile(float (&tile)[kTileSide + 2 * kHalo][kTileSide + 2 * kHalo],
                                          const PlaneArguments& plane, const SizeArguments& size, std::int32_t x0,
                                          std::int32_t y0) {
  constexpr std::int32_t kSide = kTileSide + 2 * kHalo;
  for (std::int32_t j = static_cast<std::int32_t>(threadIdx.y); j < kSide; j += static_cast<std::int32_t>(blockDim.y)) {
    const float* row = plane_row<const float>(plane, clamped(y0 - kHalo + j, size.height));
    for (std::int32_t i = static_cast<std::int32_t>(threadIdx.x); i < kSide; i += kTileSide) {
      tile[j][i] = row[clamped(x0 - kHalo + i, size.width)];
    }
  }
}

}  // namespace sobelcam::cuda
