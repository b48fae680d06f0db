// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/exact.cuh"
#include "kernels/cuda/samples.cuh"

/// The words of four neighboring pixels to their gray, scaled as exact.cuh says.
namespace sobelcam::cuda {

constexpr int kPixels = 4;  ///< of one row, in the registers of one lane

/// BT.601 of bytes as byte_float() gives them.
__device__ __forceinline__ float gray_of_bytes(float red, float green, float blue) {
  return __fmaf_rn(
      spec::kRedWeight * kByteToScale, red,
      __fmaf_rn(spec::kGreenWeight * kByteToScale, green, __fmul_rn(spec::kBlueWeight * kByteToScale, blue)));
}

/// RGB24 and BGR24.
template <int kRed>
class RgbPixels {
 public:
  static constexpr int kBytes = 3;

  /// Limited-range RGB is refused before it comes here.
  __device__ __forceinline__ explicit RgbPixels(const FrameArguments& /*frame*/) {}

  __device__ __forceinline__ void gray(const std::uint32_t (&words)[3], float (&out)[kPixels]) const {
    out[0] = pixel<0>(words);
    out[1] = pixel<1>(words);
    out[2] = pixel<2>(words);
    out[3] = pixel<3>(words);
  }

 private:
  template <int kIndex>
  static __device__ __forceinline__ float pixel(const std::uint32_t (&words)[3]) {
    constexpr int kRedAt = 3 * kIndex + kRed;
    constexpr int kGreenAt = 3 * kIndex + 1;
    constexpr int kBlueAt = 3 * kIndex + 2 - kRed;
    const float red = byte_float<kRedAt % 4>(words[kRedAt / 4]);
    const float green = byte_float<kGreenAt % 4>(words[kGreenAt / 4]);
    const float blue = byte_float<kBlueAt % 4>(words[kBlueAt / 4]);
    return gray_of_bytes(red, green, blue);
  }
};

/// One byte of luma every kStep bytes, the first at kFirst: GREY and planar luma, YUYV, UYVY. Full range is the limited
/// one's formula with a factor of 1, which changes nothing: the same kernel serves both.
template <int kStep, int kFirst>
class LumaPixels {
 public:
  static constexpr int kBytes = kStep;

  __device__ __forceinline__ explicit LumaPixels(const FrameArguments& frame) : LumaPixels(frame.limited_range != 0) {}

  __device__ __forceinline__ void gray(const std::uint32_t (&words)[kStep], float (&out)[kPixels]) const {
    out[0] = pixel<0>(words);
    out[1] = pixel<1>(words);
    out[2] = pixel<2>(words);
    out[3] = pixel<3>(words);
  }

 private:
  __device__ __forceinline__ explicit LumaPixels(bool limited)
      : scale_(limited ? spec::kLimitedScale * kByteToScale : kByteToScale),
        offset_(limited ? spec::kLimitedOffset * kScale : 0.0F) {}

  template <int kIndex>
  __device__ __forceinline__ float pixel(const std::uint32_t (&words)[kStep]) const {
    constexpr int kAt = kStep * kIndex + kFirst;
    const float scaled = __fmaf_rn(byte_float<kAt % 4>(words[kAt / 4]), scale_, offset_);
    return fminf(fmaxf(scaled, 0.0F), spec::kWhite * kScale);
  }

  float scale_;
  float offset_;
};

/// 32 bits a pixel, one byte of them nothing; the frame says where the colors are.
class Rgb32Pixels {
 public:
  static constexpr int kBytes = 4;

  __device__ __forceinline__ explicit Rgb32Pixels(const FrameArguments& frame)
      : red_(byte_to_float(number_of<kRedAt>(frame))),
        green_(byte_to_float((number_of<kRedAt>(frame) + number_of<kBlueAt>(frame)) / 2)),
        blue_(byte_to_float(number_of<kBlueAt>(frame))) {}

  __device__ __forceinline__ void gray(const std::uint32_t (&words)[kPixels], float (&out)[kPixels]) const {
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      out[i] = gray_of_bytes(byte_float(words[i], red_), byte_float(words[i], green_), byte_float(words[i], blue_));
    }
  }

 private:
  std::uint32_t red_;
  std::uint32_t green_;
  std::uint32_t blue_;
};

/// Pixel `i` of those that two words hold, 16 bits each.
__device__ __forceinline__ std::uint32_t half_of(const std::uint32_t (&words)[2], int i) {
  return words[i / 2] >> (i % 2 * 16) & 0xFFFFU;
}

/// Luma of 10, 12 or 16 bits in as many low bits of 16. Both ranges are one formula, as in LumaPixels: full-range white
/// times its scale is 255 exactly for each width, so that the upper bound changes nothing. The division of
/// limited-range samples by a power of two and kScale go with the factor: the product is the same number, and it is
/// rounded once, after the sum.
class Luma16Pixels {
 public:
  static constexpr int kBytes = 2;

  __device__ __forceinline__ explicit Luma16Pixels(const FrameArguments& frame)
      : mask_(mask_of(number_of<kBitsAt>(frame))),
        scale_(__fmul_rn(frame.limited_range != 0 ? __fmul_rn(spec::kLimitedScale, step_of(number_of<kBitsAt>(frame)))
                                                  : scale_of(number_of<kBitsAt>(frame)),
                         kScale)),
        offset_(frame.limited_range != 0 ? spec::kLimitedOffset * kScale : 0.0F) {}

  __device__ __forceinline__ void gray(const std::uint32_t (&words)[2], float (&out)[kPixels]) const {
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const float scaled = __fmaf_rn(static_cast<float>(half_of(words, i) & mask_), scale_, offset_);
      out[i] = fminf(fmaxf(scaled, 0.0F), spec::kWhite * kScale);
    }
  }

 private:
  std::uint32_t mask_;
  float scale_;
  float offset_;
};

/// RGB565, widened to bytes by repeating the highest bits below.
class Rgb565Pixels {
 public:
  static constexpr int kBytes = 2;

  __device__ __forceinline__ explicit Rgb565Pixels(const FrameArguments& /*frame*/) {}

  __device__ __forceinline__ void gray(const std::uint32_t (&words)[2], float (&out)[kPixels]) const {
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const std::uint32_t pixel = half_of(words, i);
      const std::uint32_t red = pixel >> 11;
      const std::uint32_t green = pixel >> 5 & 0x3FU;
      const std::uint32_t blue = pixel & 0x1FU;
      out[i] = gray_of_bytes(float_of_byte(red << 3 | red >> 2), float_of_byte(green << 2 | green >> 4),
                             float_of_byte(blue << 3 | blue >> 2));
    }
  }
};

}  // namespace sobelcam::cuda
