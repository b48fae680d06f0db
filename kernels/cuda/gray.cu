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
#include "kernels/cuda/samples.cuh"

namespace sobelcam::cuda {
namespace {

/// Byte `index` of the words that hold four pixels.
template <int kIndex>
__device__ __forceinline__ float byte_of(const std::uint32_t* words) {
  return static_cast<float>((words[kIndex / 4] >> (kIndex % 4 * 8)) & 0xFFU);
}

__device__ __forceinline__ float from_rgb(float red, float green, float blue) {
  return __fmaf_rn(spec::kRedWeight, red, __fmaf_rn(spec::kGreenWeight, green, __fmul_rn(spec::kBlueWeight, blue)));
}

__device__ __forceinline__ float from_limited_range(float luma) {
  return fminf(fmaxf(__fmaf_rn(luma, spec::kLimitedScale, spec::kLimitedOffset), 0.0F), spec::kWhite);
}

template <int kRed, int kBlue>
struct Rgb {
  static constexpr std::uint32_t kPixelBytes = 3;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, const FrameArguments& /*frame*/) {
    return from_rgb(byte_of<3 * kPixel + kRed>(words), byte_of<3 * kPixel + 1>(words),
                    byte_of<3 * kPixel + kBlue>(words));
  }
};

/// 32 bits a pixel, one byte of them nothing; the frame says where the colors are.
struct Rgb32 {
  static constexpr std::uint32_t kPixelBytes = 4;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, const FrameArguments& frame) {
    const std::uint32_t red = number_of<kRedAt>(frame);
    const std::uint32_t blue = number_of<kBlueAt>(frame);
    const auto byte = [&](std::uint32_t index) { return static_cast<float>(words[kPixel] >> (8 * index) & 0xFFU); };
    return from_rgb(byte(red), byte((red + blue) / 2), byte(blue));
  }
};

/// Pixel `kPixel` of those that two words hold, 16 bits each.
template <int kPixel>
__device__ __forceinline__ std::uint32_t half_of(const std::uint32_t* words) {
  return words[kPixel / 2] >> (kPixel % 2 * 16) & 0xFFFFU;
}

struct Rgb565 {
  static constexpr std::uint32_t kPixelBytes = 2;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, const FrameArguments& /*frame*/) {
    const std::uint32_t pixel = half_of<kPixel>(words);
    const std::uint32_t red = pixel >> 11;
    const std::uint32_t green = pixel >> 5 & 0x3FU;
    const std::uint32_t blue = pixel & 0x1FU;
    return from_rgb(static_cast<float>(red << 3 | red >> 2), static_cast<float>(green << 2 | green >> 4),
                    static_cast<float>(blue << 3 | blue >> 2));
  }
};

template <std::uint32_t kBytes, int kLuma>
struct Luma {
  static constexpr std::uint32_t kPixelBytes = kBytes;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, const FrameArguments& frame) {
    const float luma = byte_of<static_cast<int>(kBytes) * kPixel + kLuma>(words);
    return frame.limited_range != 0 ? from_limited_range(luma) : luma;
  }
};

/// Luma of 10, 12 or 16 bits in as many low bits of 16.
struct Luma16 {
  static constexpr std::uint32_t kPixelBytes = 2;

  template <int kPixel>
  static __device__ __forceinline__ float gray(const std::uint32_t* words, const FrameArguments& frame) {
    const std::uint32_t bits = number_of<kBitsAt>(frame);
    const float luma = static_cast<float>(half_of<kPixel>(words) & mask_of(bits));
    return frame.limited_range != 0 ? from_limited_range(__fmul_rn(luma, step_of(bits)))
                                    : __fmul_rn(luma, scale_of(bits));
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
  for (std::uint32_t y = first_row(); y < frame.height; y += row_step()) {
    const auto* row = reinterpret_cast<const std::uint8_t*>(frame.pixels + y * frame.stride);
    std::uint32_t words[Format::kPixelBytes];
    load_words(row + std::uint64_t{x} * Format::kPixelBytes, (frame.width - x) * Format::kPixelBytes, aligned, words);
    *reinterpret_cast<float4*>(plane_row<float>(plane, y) + x) =
        make_float4(Format::template gray<0>(words, frame), Format::template gray<1>(words, frame),
                    Format::template gray<2>(words, frame), Format::template gray<3>(words, frame));
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
/// GREY, and the luma of planar formats.
__global__ void gray_luma(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<1, 0>>(frame, plane);
}
__global__ void gray_yuyv(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<2, 0>>(frame, plane);
}
__global__ void gray_uyvy(FrameArguments frame, PlaneArguments plane) {
  gray<Luma<2, 1>>(frame, plane);
}
__global__ void gray_rgb32(FrameArguments frame, PlaneArguments plane) {
  gray<Rgb32>(frame, plane);
}
__global__ void gray_luma16(FrameArguments frame, PlaneArguments plane) {
  gray<Luma16>(frame, plane);
}
__global__ void gray_rgb565(FrameArguments frame, PlaneArguments plane) {
  gray<Rgb565>(frame, plane);
}
}

}  // namespace sobelcam::cuda
