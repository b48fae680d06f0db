// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Sobel: the magnitude of the gradient over 3x3 pixels.
//
//   version 1  a thread a pixel: eight loads
//   version 2  a thread four pixels: three rows of six values make the differences and the sums of all four  <- this
//   file
//
// Shapes:     plane (float, or bytes after equalization) and magnitude are height x width
// Reference:  kernels/reference/sobel.cpp
#include "kernels/cuda/plane.cuh"

namespace sobelcam::cuda {
namespace {

template <typename Pixel>
__device__ __forceinline__ void sobel(const PlaneArguments& plane, const PlaneArguments& magnitude,
                                      const SizeArguments& size) {
  const std::uint32_t x = thread_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    float rows[3][6];
#pragma unroll
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t row = clamped(static_cast<std::int32_t>(y) + i - 1, size.height);
      load_window<1>(plane_row<const Pixel>(plane, row), x, size.width, rows[i]);
    }
    const auto at = [&](int i) {
      const auto difference = [&](int row) { return __fsub_rn(rows[row][i + 2], rows[row][i]); };
      const auto smooth = [&](int row) {
        return __fmaf_rn(2.0F, rows[row][i + 1], __fadd_rn(rows[row][i], rows[row][i + 2]));
      };
      const float gx = __fmaf_rn(2.0F, difference(1), __fadd_rn(difference(0), difference(2)));
      const float gy = __fsub_rn(smooth(2), smooth(0));
      return __fsqrt_rn(__fmaf_rn(gx, gx, __fmul_rn(gy, gy)));
    };
    *reinterpret_cast<float4*>(plane_row<float>(magnitude, y) + x) = make_float4(at(0), at(1), at(2), at(3));
  }
}

}  // namespace

extern "C" {

__global__ void sobel_of_blur(PlaneArguments blur, PlaneArguments magnitude, SizeArguments size) {
  sobel<float>(blur, magnitude, size);
}
__global__ void sobel_of_equalized(PlaneArguments equalized, PlaneArguments magnitude, SizeArguments size) {
  sobel<std::uint8_t>(equalized, magnitude, size);
}
}

}  // namespace sobelcam::cuda
