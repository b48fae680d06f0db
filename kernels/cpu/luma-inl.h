// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Luma to float gray, kLanes pixels at a time.

#if defined(SOBELCAM_KERNELS_CPU_LUMA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_LUMA_INL_H
#undef SOBELCAM_KERNELS_CPU_LUMA_INL_H
#else
#define SOBELCAM_KERNELS_CPU_LUMA_INL_H
#endif

#include "drivers/frame/pixel_format.h"
#include "kernels/cpu/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

/// Gray from limited-range luma of 8 bits, fractions included.
HWY_INLINE Vector stretched(Vector luma) {
  const Floats d;
  const Vector scaled = fused(luma, hn::Set(d, spec::kLimitedScale), hn::Set(d, spec::kLimitedOffset));
  return hn::Min(hn::Max(scaled, hn::Zero(d)), hn::Set(d, spec::kWhite));
}

/// One byte of luma every kStep bytes, the first at kOffset: GREY, NV12 and their like, YUYV, UYVY.
template <std::uint32_t kStep, std::uint32_t kOffset, ColorRange kRange>
struct LumaPixels {
  static constexpr std::uint32_t kBytes = kStep;
  static constexpr std::uint32_t kPixelsReadBeyond = 0;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Vector luma = hn::ConvertTo(Floats(), load(bytes));
    return kRange == ColorRange::kFull ? luma : stretched(luma);
  }

 private:
  static HWY_INLINE hn::Vec<Ints> load(const std::uint8_t* bytes) {
    const Ints as_ints;
    if constexpr (kStep == 1) {
      const hn::Rebind<std::uint8_t, Floats> as_bytes;
      return hn::PromoteTo(as_ints, hn::LoadU(as_bytes, bytes));
    } else {
      const hn::Rebind<std::uint16_t, Floats> as_pairs;
      const auto pairs = load_numbers<std::uint16_t>(bytes);
      if constexpr (kOffset == 0) {
        return hn::PromoteTo(as_ints, hn::And(pairs, hn::Set(as_pairs, 0xFF)));
      } else {
        return hn::PromoteTo(as_ints, hn::ShiftRight<8>(pairs));
      }
    }
  }
};

/// Y10, Y12 and Y16: the low kBits bits of a word.
template <unsigned kBits, ColorRange kRange>
struct WideLumaPixels {
  static constexpr std::uint32_t kBytes = 2;
  static constexpr std::uint32_t kPixelsReadBeyond = 0;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Floats d;
    const hn::Rebind<std::uint16_t, Floats> as_words;
    const auto used = hn::Set(as_words, static_cast<std::uint16_t>((1U << kBits) - 1));
    const Vector luma = hn::ConvertTo(d, hn::PromoteTo(Ints(), hn::And(load_numbers<std::uint16_t>(bytes), used)));
    if constexpr (kRange == ColorRange::kFull) {
      return hn::Mul(luma, hn::Set(d, spec::scale_of(kBits)));
    } else {
      return stretched(hn::Mul(luma, hn::Set(d, 1.0F / static_cast<float>(1U << (kBits - 8)))));
    }
  }
};

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
