// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Blur: a separable filter of five taps, first across, then down.
//
//   version 1  a thread a pixel, five loads of four bytes
//   version 2  a thread four pixels: 16-byte loads and stores; neighbors come from the cache, where the threads beside
//              and the rows above have put them       <- this file
//
// Shapes:     gray, across and blur are height x width
// Reference:  kernels/reference/blur.cpp
#include "kernels/cuda/plane.cuh"
#include "kernels/edge_spec.h"

namespace sobelcam::cuda {
namespace {

/// The pairs are added first, as SPEC.md says.
__device__ __forceinline__ float five_taps(float a, float b, float c, float d, float e) {
  return __fmaf_rn(spec::kOuterTap, __fadd_rn(a, e),
                   __fmaf_rn(spec::kInnerTap, __fadd_rn(b, d), __fmul_rn(spec::kCenterTap, c)));
}

}  // namespace

extern "C" {

__global__ void blur_across(PlaneArguments gray, PlaneArguments across, SizeArguments size) {
  const std::uint32_t x = thread_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    float v[8];
    load_window<2>(plane_row<const float>(gray, y), x, size.width, v);
    *reinterpret_cast<float4*>(plane_row<float>(across, y) + x) =
        make_float4(five_taps(v[0], v[1], v[2], v[3], v[4]), five_taps(v[1], v[2], v[3], v[4], v[5]),
                    five_taps(v[2], v[3], v[4], v[5], v[6]), five_taps(v[3], v[4], v[5], v[6], v[7]));
  }
}

__global__ void blur_down(PlaneArguments across, PlaneArguments blur, SizeArguments size) {
  const std::uint32_t x = thread_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    const auto at = [&](std::int32_t i) {
      const std::uint32_t row = clamped(static_cast<std::int32_t>(y) + i, size.height);
      return *reinterpret_cast<const float4*>(plane_row<const float>(across, row) + x);
    };
    const float4 a = at(-2);
    const float4 b = at(-1);
    const float4 c = at(0);
    const float4 d = at(1);
    const float4 e = at(2);
    *reinterpret_cast<float4*>(plane_row<float>(blur, y) + x) =
        make_float4(five_taps(a.x, b.x, c.x, d.x, e.x), five_taps(a.y, b.y, c.y, d.y, e.y),
                    five_taps(a.z, b.z, c.z, d.z, e.z), five_taps(a.w, b.w, c.w, d.w, e.w));
  }
}
}

}  // namespace sobelcam::cuda
