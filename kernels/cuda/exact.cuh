// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/edge_spec.h"

/// SPEC.md's arithmetic on values that are 2^-8 of themselves.
///
/// A power of two changes no rounding as long as nothing becomes denormal on the way, and this one pays three times:
///  - A camera's byte b in bits 16 to 23 of a word is, read as a float, b * 2^-133: no conversion, only a shift, and
///    the weights carry the rest. Floats below 2^-125 are evenly spaced, so this holds for all 256 values.
///  - Saturation to 0..1 is free with an instruction, and means 0..256.
///  - A product that lands among the denormals is rounded to a whole number of 2^-149, half to even: the bits of the
///    product are the integer.
namespace sobelcam::cuda {

constexpr float kScale = 0x1p-8F;
constexpr float kByteToScale = 0x1p+125F;  ///< from b * 2^-133 to b * 2^-8
constexpr float kScaleToInteger = 0x1p-141F;

__device__ __forceinline__ float five_taps(float a, float b, float c, float d, float e) {
  return __fmaf_rn(spec::kOuterTap, __fadd_rn(a, e),
                   __fmaf_rn(spec::kInnerTap, __fadd_rn(b, d), __fmul_rn(spec::kCenterTap, c)));
}

/// The square root of t * 2^-16, at most 1: correctly rounded for every t that Sobel gives, by the steps of the
/// compiler's own __fsqrt_rn without its care for tiny and huge arguments. 0 passes as NaN and is made 0 by the
/// saturation.
__device__ __forceinline__ float saturated_root(float t) {
  float reciprocal;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(t));
  const float root = __fmul_rn(t, reciprocal);
  const float half = __fmul_rn(reciprocal, 0.5F);
  const float rest = __fmaf_rn(-root, root, t);
  float result;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(rest), "f"(half), "f"(root));
  return result;
}

/// A scaled value as an integer, half to even.
__device__ __forceinline__ std::uint32_t rounded(float scaled) {
  return __float_as_uint(__fmul_rn(scaled, kScaleToInteger));
}

/// min(n, 255) of four integers as four bytes, the first lowest.
__device__ __forceinline__ std::uint32_t saturated_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                         std::uint32_t d) {
  std::uint32_t high;
  std::uint32_t all;
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, 0;" : "=r"(high) : "r"(d), "r"(c));
  asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(all) : "r"(b), "r"(a), "r"(high));
  return all;
}

/// What makes of a word its byte `index` in bits 16 to 23, with zeros around it.
__device__ __forceinline__ constexpr std::uint32_t byte_to_float(std::uint32_t index) {
  return 0x4044 | (index << 8);
}

/// A byte of a word, as a float of b * 2^-133.
__device__ __forceinline__ float byte_float(std::uint32_t word, std::uint32_t byte_to_float) {
  return __uint_as_float(__byte_perm(word, 0, byte_to_float));
}
template <int kIndex>
__device__ __forceinline__ float byte_float(std::uint32_t word) {
  return byte_float(word, byte_to_float(kIndex));
}

/// A byte by itself, likewise.
__device__ __forceinline__ float float_of_byte(std::uint32_t byte) {
  return __uint_as_float(byte << 16);
}

}  // namespace sobelcam::cuda
