// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Camera bytes to float gray, a few pixels of one row at a time.

#if defined(SOBELCAM_KERNELS_CPU_GRAY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_GRAY_INL_H
#undef SOBELCAM_KERNELS_CPU_GRAY_INL_H
#else
#define SOBELCAM_KERNELS_CPU_GRAY_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "drivers/frame/frame_view.h"
#include "kernels/cpu/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

using Bytes = hn::Repartition<std::uint8_t, Floats>;
using Ints = hn::RebindToSigned<Floats>;

/// RGB24 and BGR24: each 128-bit block takes four pixels, 12 of the 16 bytes that it loads.
template <int kRed>
struct RgbPixels {
  static constexpr std::uint32_t kBytes = 3;
  static constexpr std::uint32_t kPixelsReadBeyond = kLanes == 1 ? 0 : 2;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Floats d;
    const Vector red = channel(bytes, kRed);
    const Vector green = channel(bytes, 1);
    const Vector blue = channel(bytes, 2 - kRed);
    return fused(hn::Set(d, spec::kRedWeight), red,
                 fused(hn::Set(d, spec::kGreenWeight), green, hn::Mul(hn::Set(d, spec::kBlueWeight), blue)));
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

/// One byte of luma every kStep bytes, the first at kOffset: GREY and NV12, YUYV, UYVY.
template <std::uint32_t kStep, std::uint32_t kOffset, ColorRange kRange>
struct LumaPixels {
  static constexpr std::uint32_t kBytes = kStep;
  static constexpr std::uint32_t kPixelsReadBeyond = 0;

  HWY_INLINE Vector operator()(const std::uint8_t* bytes) const {
    const Floats d;
    const Vector luma = hn::ConvertTo(d, load(bytes));
    if constexpr (kRange == ColorRange::kFull) {
      return luma;
    } else {
      const Vector scaled = fused(luma, hn::Set(d, spec::kLimitedScale), hn::Set(d, spec::kLimitedOffset));
      return hn::Min(hn::Max(scaled, hn::Zero(d)), hn::Set(d, spec::kWhite));
    }
  }

 private:
  static HWY_INLINE hn::Vec<Ints> load(const std::uint8_t* bytes) {
    const Ints as_ints;
    if constexpr (kStep == 1) {
      const hn::Rebind<std::uint8_t, Floats> as_bytes;
      return hn::PromoteTo(as_ints, hn::LoadU(as_bytes, bytes));
    } else {
      const hn::Rebind<std::uint16_t, Floats> as_pairs;
      HWY_ALIGN std::uint16_t pairs[kLanes];
      std::memcpy(pairs, bytes, sizeof(pairs));
      const auto loaded = hn::Load(as_pairs, pairs);
      if constexpr (kOffset == 0) {
        return hn::PromoteTo(as_ints, hn::And(loaded, hn::Set(as_pairs, 0xFF)));
      } else {
        return hn::PromoteTo(as_ints, hn::ShiftRight<8>(loaded));
      }
    }
  }
};

/// The columns [begin, end) of one row, to gray[0] and beyond; up to kLanes - 1 floats behind the last are rubbish.
/// No byte behind the row's last pixel is read.
template <typename Pixels>
HWY_INLINE void gray_columns(const std::uint8_t* row, std::uint32_t width, std::uint32_t begin, std::uint32_t end,
                             float* gray) {
  const Pixels pixels;
  const Floats d;
  std::uint32_t x = begin;
  for (; x < end && x + kLanes + Pixels::kPixelsReadBeyond <= width; x += kLanes) {
    hn::StoreU(pixels(row + std::size_t{x} * Pixels::kBytes), d, gray + (x - begin));
  }
  for (; x < end; x += kLanes) {
    std::uint8_t copy[(kLanes + Pixels::kPixelsReadBeyond) * Pixels::kBytes] = {};
    std::memcpy(copy, row + std::size_t{x} * Pixels::kBytes, std::size_t{std::min(width - x, kLanes)} * Pixels::kBytes);
    hn::StoreU(pixels(copy), d, gray + (x - begin));
  }
}

using GrayColumns = void (*)(const std::uint8_t* row, std::uint32_t width, std::uint32_t begin, std::uint32_t end,
                             float* gray);

template <std::uint32_t kStep, std::uint32_t kOffset>
GrayColumns luma_columns(ColorRange range) {
  return range == ColorRange::kFull ? &gray_columns<LumaPixels<kStep, kOffset, ColorRange::kFull>>
                                    : &gray_columns<LumaPixels<kStep, kOffset, ColorRange::kLimited>>;
}

inline GrayColumns gray_columns_of(const FrameLayout& layout) {
  switch (layout.format) {
    case PixelFormat::kRgb24:
      return &gray_columns<RgbPixels<0>>;
    case PixelFormat::kBgr24:
      return &gray_columns<RgbPixels<2>>;
    case PixelFormat::kYuyv:
      return luma_columns<2, 0>(layout.range);
    case PixelFormat::kUyvy:
      return luma_columns<2, 1>(layout.range);
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      return luma_columns<1, 0>(layout.range);
  }
  return nullptr;
}

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
