// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Camera bytes to float gray, for the formats whose gray of a pixel needs no other pixel.

#if defined(SOBELCAM_KERNELS_CPU_GRAY_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_GRAY_INL_H
#undef SOBELCAM_KERNELS_CPU_GRAY_INL_H
#else
#define SOBELCAM_KERNELS_CPU_GRAY_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "drivers/frame/frame_view.h"
#include "kernels/cpu/luma-inl.h"
#include "kernels/cpu/rgb-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

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

template <unsigned kBits>
GrayColumns wide_luma_columns(ColorRange range) {
  return range == ColorRange::kFull ? &gray_columns<WideLumaPixels<kBits, ColorRange::kFull>>
                                    : &gray_columns<WideLumaPixels<kBits, ColorRange::kLimited>>;
}

inline GrayColumns rgb_columns(const FormatTraits& format) {
  if (format.pixel_bytes == 3) {
    return format.first == 0 ? &gray_columns<RgbPixels<0>> : &gray_columns<RgbPixels<2>>;
  }
  switch (format.first) {
    case 0:
      return &gray_columns<Rgb32Pixels<0, 2>>;
    case 1:
      return &gray_columns<Rgb32Pixels<1, 3>>;
    case 2:
      return &gray_columns<Rgb32Pixels<2, 0>>;
    default:
      return &gray_columns<Rgb32Pixels<3, 1>>;
  }
}

/// Null for a Bayer mosaic, whose rows MosaicMarch makes.
inline GrayColumns gray_columns_of(const FrameLayout& layout) {
  const FormatTraits& format = traits(layout.format);
  switch (format.samples) {
    case Samples::kLuma8:
      return format.pixel_bytes == 1 ? luma_columns<1, 0>(layout.range)
             : format.first == 0     ? luma_columns<2, 0>(layout.range)
                                     : luma_columns<2, 1>(layout.range);
    case Samples::kLuma16:
      return format.bits == 10   ? wide_luma_columns<10>(layout.range)
             : format.bits == 12 ? wide_luma_columns<12>(layout.range)
                                 : wide_luma_columns<16>(layout.range);
    case Samples::kRgb8:
      return rgb_columns(format);
    case Samples::kRgb565:
      return &gray_columns<Rgb565Pixels>;
    case Samples::kBayer8:
    case Samples::kBayer16:
    case Samples::kBayer10Packed:
      break;
  }
  return nullptr;
}

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
