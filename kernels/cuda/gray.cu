// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Gray: camera bytes to a float plane.
//
//   version 1  a thread a pixel, byte by byte: any address will do, and three loads fetch what one could
//   version 2  a thread four pixels, in whole words where the frame's address and stride are multiples of four, else,
//              and at the end of a row, as version 1; one 16-byte store       <- this file
//
// Shapes:     frame is height rows of row bytes, stride apart; gray is height x width
// Reference:  kernels/reference/gray.cpp
#include "kernels/cuda/plane.cuh"
#include "kernels/edge_spec.h"

namespace sobelcam::cuda {
namespace {

/// Byte `index` of the words that hold four pixels.
template <int kIndex>
__device__ __forceinline__ float byte_of(const std::uint32_t* words) {
  return static_cast<float>((words[kIndex / 4] >> (kIndex % 4 * 8)) & 0xFFU);
}

template <int kRed, int kBlue>
struct Rgb {
  static constexpr std::uint32_t kPixelBytes = 3;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, bool) {
    return __fmaf_rn(spec::kRedWeight, byte_of<3 * kPixel + kRed>(words),
                     __fmaf_rn(spec::kGreenWeight, byte_of<3 * kPixel + 1>(words),
                               __fmul_rn(spec::kBlueWeight, byte_of<3 * kPixel + kBlue>(words))));
  }
};

template <std::uint32_t kBytes, int kLuma>
struct Luma {
  static constexpr std::uint32_t kPixelBytes = kBytes;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, bool limited_range) {
    const float luma = byte_of<static_cast<int>(kBytes) * kPixel + kLuma>(words);
    const float stretched = __fmaf_rn(luma, spec::kLimitedScale, spec::kLimitedOffset);
    return limited_range ? fminf(fmaxf(stretched, 0.0F), spec::kWhite) : luma;
  }
};

/// The words of four pixels; zeros where the row has ended.
template <std::uint32_t kWords>
__device__ __forceinline__ void load_words(const std::uint8_t* bytes, std::uint32_t left, bool aligned,
                                           std::uint32_t (&words)[kWords]) {
  if (aligned && left >= kWords * 4) {
#pragma unroll
    for (std::uint32_t i = 0; i < kWords; ++i) {
      words[i] = __ldg(reinterpret_cast<const std::uint32_t*>(bytes) + i);
    }
    return;
  }
#pragma unroll
  for (std::uint32_t i = 0; i < kWords * 4; ++i) {
    const std::uint32_t byte = i < left ? __ldg(bytes + i) : 0;
    words[i / 4] = i % 4 == 0 ? byte : words[i / 4] | byte << (i % 4 * 8);
  }
}

template <typename Format>
__device__ __forceinline__ void gray(const FrameArguments& frame, const PlaneArguments& plane) {
  const std::uint32_t x = thread_x();
  if (x >= frame.width) {
    return;
  }
  const bool aligned = (frame.pixels | frame.stride) % 4 == 0;
  const bool limited_range = frame.limited_range != 0;
  for (std::uint32_t y = first_row(); y < frame.height; y += row_step()) {
    const auto* row = reinterpret_cast<const std::uint8_t*>(frame.pixels + y * frame.stride);
    std::uint32_t words[Format::kPixelBytes];
    load_words(row + std::uint64_t{x} * Format::kPixelBytes, (frame.width - x) * Format::kPixelBytes, aligned, words);
    *reinterpret_cast<float4*>(plane_row<float>(plane, y) + x) =
        make_float4(Format::template gray<0>(words, limited_range), Format::template gray<1>(words, limited_range),
                    Format::template gray<2>(words, limited_range), Format::template gray<3>(words, limited_range));
  }
}

}  // namespace

extern "C" {

__global__ void gray_rgb24(FrameArguments frame, PlaneArguments plane) {
  gray<Rgb<0, 2>>(frame, plane);
}
__global__ void gray_bgr24(FrameArguments frame, PlaneArguments plane) {
  gray<Rgb<2, 0>>(frame, plane);
}
/// GREY, and the luma plane of NV12.
__global__ void gray_luma(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<1, 0>>(frame, plane);
}
__global__ void gray_yuyv(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<2, 0>>(frame, plane);
}
__global__ void gray_uyvy(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<2, 1>>(frame, plane);
}
}

}  // namespace sobelcam::cuda
