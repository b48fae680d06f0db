// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/arguments.h"

/// How the staged kernels see a plane: a thread has four pixels of a row, from x, and then the same of a later row.
namespace sobelcam::cuda {

/// The first of this thread's four pixels in each of its rows.
__device__ __forceinline__ std::uint32_t thread_x() {
  return (blockIdx.x * blockDim.x + threadIdx.x) * kPixelsPerThread;
}
__device__ __forceinline__ std::uint32_t first_row() {
  return blockIdx.y * blockDim.y + threadIdx.y;
}
/// Grids have at most 65535 blocks downwards, and pictures more rows than that suffices for.
__device__ __forceinline__ std::uint32_t row_step() {
  return gridDim.y * blockDim.y;
}

template <typename Pixel>
__device__ __forceinline__ Pixel* plane_row(const PlaneArguments& plane, std::uint32_t y) {
  return reinterpret_cast<Pixel*>(plane.pixels + std::uint64_t{y} * plane.stride);
}

/// SPEC.md's border: the nearest coordinate inside.
__device__ __forceinline__ std::uint32_t clamped(std::int32_t coordinate, std::uint32_t side) {
  return static_cast<std::uint32_t>(min(max(coordinate, 0), static_cast<std::int32_t>(side) - 1));
}

/// Four bytes as floats; the first is the lowest.
__device__ __forceinline__ float4 floats(uchar4 bytes) {
  return make_float4(bytes.x, bytes.y, bytes.z, bytes.w);
}
__device__ __forceinline__ float4 floats(float4 values) {
  return values;
}

template <typename Pixel>
struct FourOf;
template <>
struct FourOf<float> {
  using Type = float4;
};
template <>
struct FourOf<std::uint8_t> {
  using Type = uchar4;
};

/// A row's values at x - kHalo to x + 3 + kHalo as floats, clamped.
template <int kHalo, typename Pixel>
__device__ __forceinline__ void load_window(const Pixel* row, std::uint32_t x, std::uint32_t width,
                                            float (&window)[4 + 2 * kHalo]) {
  const auto at = [=](std::int32_t i) {
    return static_cast<float>(row[clamped(static_cast<std::int32_t>(x) + i, width)]);
  };
#pragma unroll
  for (int i = 1; i <= kHalo; ++i) {
    window[kHalo - i] = at(-i);
    window[kHalo + 3 + i] = at(3 + i);
  }
  if (x + kPixelsPerThread <= width) {
    const float4 four = floats(*reinterpret_cast<const typename FourOf<Pixel>::Type*>(row + x));
    window[kHalo] = four.x;
    window[kHalo + 1] = four.y;
    window[kHalo + 2] = four.z;
    window[kHalo + 3] = four.w;
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      window[kHalo + i] = at(i);
    }
  }
}

/// SPEC.md's u8() of a value that is not negative.
__device__ __forceinline__ std::uint8_t u8(float value) {
  return static_cast<std::uint8_t>(__float2uint_rn(fminf(value, 255.0F)));
}

}  // namespace sobelcam::cuda
