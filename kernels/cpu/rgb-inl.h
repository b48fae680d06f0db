// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Red, green and blue to float gray, kLanes pixels at a time.

#if defined(SOBELCAM_KERNELS_CPU_RGB_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_RGB_INL_H
#undef SOBELCAM_KERNELS_CPU_RGB_INL_H
#else
#define SOBELCAM_KERNELS_CPU_RGB_INL_H
#endif

#include "kernels/cpu/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

HWY_INLINE Vector weighed(Vector red, Vector green, Vector blue) {
  const Floats d;
  return fused(hn::Set(d, spec::kRedWeight), red,
               fused(hn::Set(d, spec::kGreenWeight), green, hn::Mul(hn::Set(d, spec::kBlueWeight), blue)));
}

/// RGB24 and BGR24: each 128-bit block takes four pixels, 12 of the 16 bytes that it loads.
template <int kRed>
struct RgbPixels {
  static constexpr std::uint32_t kBytes = 3;
  static constexpr std::uint32_t kPixelsReadBeyond = kLanes == 1 ? 0 : 2;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Vector red = channel(bytes, kRed);
    const Vector green = channel(bytes, 1);
    const Vector blue = channel(bytes, 2 - kRed);
    return weighed(red, green, blue);
  }

 private:
  static HWY_INLINE Vector channel(const std::uint8_t* bytes, int offset) {
    const Floats d;
#if HWY_TARGET == HWY_SCALAR
    return hn::Set(d, static_cast<float>(bytes[offset]));
#else
    constexpr std::uint8_t kZero = 0x80;
    const auto at = [offset](int pixel) { return static_cast<std::uint8_t>(3 * pixel + offset); };
    HWY_ALIGN const std::uint8_t places[16] = {at(0), kZero, kZero, kZero, at(1), kZero, kZero, kZero,
                                               at(2), kZero, kZero, kZero, at(3), kZero, kZero, kZero};
    const auto spread = hn::TableLookupBytesOr0(blocks(bytes), hn::LoadDup128(Bytes(), places));
    return hn::ConvertTo(d, hn::BitCast(Ints(), spread));
#endif
  }

#if HWY_TARGET != HWY_SCALAR
  static HWY_INLINE hn::Vec<Bytes> blocks(const std::uint8_t* bytes) {
    if constexpr (kLanes == 4) {
      return hn::LoadU(Bytes(), bytes);
    } else {
      const hn::Half<Bytes> half;
      if constexpr (kLanes == 8) {
        return hn::Combine(Bytes(), hn::LoadU(half, bytes + 12), hn::LoadU(half, bytes));
      } else {
        const hn::Half<decltype(half)> quarter;
        const auto low = hn::Combine(half, hn::LoadU(quarter, bytes + 12), hn::LoadU(quarter, bytes));
        const auto high = hn::Combine(half, hn::LoadU(quarter, bytes + 36), hn::LoadU(quarter, bytes + 24));
        return hn::Combine(Bytes(), high, low);
      }
    }
  }
#endif
};

/// Bits kFrom to kFrom + kCount - 1 of each number.
template <int kFrom, int kCount>
HWY_INLINE hn::Vec<Ints> bits(hn::Vec<Ints> numbers) {
  const auto mask = hn::Set(Ints(), (1 << kCount) - 1);
  if constexpr (kFrom == 0) {
    return hn::And(numbers, mask);
  } else {
    return hn::And(hn::ShiftRight<kFrom>(numbers), mask);
  }
}

/// Four bytes a pixel: XR24, XB24, BX24, RX24.
template <int kRed, int kBlue>
struct Rgb32Pixels {
  static constexpr std::uint32_t kBytes = 4;
  static constexpr std::uint32_t kPixelsReadBeyond = 0;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Floats d;
    const auto pixels = load_numbers<std::int32_t>(bytes);
    return weighed(hn::ConvertTo(d, bits<8 * kRed, 8>(pixels)), hn::ConvertTo(d, bits<4 * (kRed + kBlue), 8>(pixels)),
                   hn::ConvertTo(d, bits<8 * kBlue, 8>(pixels)));
  }
};

/// RGB565: each channel is widened to 8 bits by its highest bits.
struct Rgb565Pixels {
  static constexpr std::uint32_t kBytes = 2;
  static constexpr std::uint32_t kPixelsReadBeyond = 0;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Floats d;
    const auto pixels = hn::PromoteTo(Ints(), load_numbers<std::uint16_t>(bytes));
    const auto red = bits<11, 5>(pixels);
    const auto green = bits<5, 6>(pixels);
    const auto blue = bits<0, 5>(pixels);
    return weighed(hn::ConvertTo(d, hn::Or(hn::ShiftLeft<3>(red), hn::ShiftRight<2>(red))),
                   hn::ConvertTo(d, hn::Or(hn::ShiftLeft<2>(green), hn::ShiftRight<4>(green))),
                   hn::ConvertTo(d, hn::Or(hn::ShiftLeft<3>(blue), hn::ShiftRight<2>(blue))));
  }
};

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
