// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Gray from a Bayer mosaic: a site's own sample and its eight neighbors', to a float plane.
//
//   version 1  a thread four pixels, each of the 18 samples by loads of its own at mirrored coordinates, which suits
//   any
//              address; what threads and rows share comes again from the first-level cache; one 16-byte store
//                                                                                                <- this file
//
// Shapes:     frame is height rows of row bytes, stride apart; gray is height x width
// Reference:  kernels/reference/gray.cpp
#include "kernels/cuda/plane.cuh"
#include "kernels/cuda/samples.cuh"

namespace sobelcam::cuda {
namespace {

/// From four times the colors; a quarter of such a sum is a float without rounding.
__device__ __forceinline__ float from_sums(std::uint32_t red, std::uint32_t green, std::uint32_t blue, float scale) {
  const auto color = [](std::uint32_t sum) { return __fmul_rn(static_cast<float>(sum), 0.25F); };
  const float gray = __fmaf_rn(spec::kRedWeight, color(red),
                               __fmaf_rn(spec::kGreenWeight, color(green), __fmul_rn(spec::kBlueWeight, color(blue))));
  return __fmul_rn(gray, scale);
}

template <class Mosaic>
__device__ __forceinline__ void gray(const FrameArguments& frame, const PlaneArguments& plane) {
  const std::uint32_t x = thread_x();
  if (x >= frame.width) {
    return;
  }
  const MosaicColumns<Mosaic> mosaic(frame, static_cast<int>(x));
  const float scale = scale_of(number_of<kBitsAt>(frame));
  for (std::uint32_t y = first_row(); y < frame.height; y += row_step()) {
    const FourColors four = mosaic.colors(static_cast<int>(y));
    const auto pixel = [&](int i) { return from_sums(four.red[i], four.green[i], four.blue[i], scale); };
    *reinterpret_cast<float4*>(plane_row<float>(plane, y) + x) = make_float4(pixel(0), pixel(1), pixel(2), pixel(3));
  }
}

}  // namespace

extern "C" {

__global__ void gray_bayer8(FrameArguments frame, PlaneArguments plane) {
  gray<Bayer8>(frame, plane);
}
__global__ void gray_bayer16(FrameArguments frame, PlaneArguments plane) {
  gray<Bayer16>(frame, plane);
}
__global__ void gray_bayer10_packed(FrameArguments frame, PlaneArguments plane) {
  gray<Bayer10Packed>(frame, plane);
}
}

}  // namespace sobelcam::cuda
