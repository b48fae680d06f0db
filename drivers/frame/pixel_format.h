// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sobelcam {

/// How the bytes of a picture are laid out; the names are V4L2's.
enum class PixelFormat : std::uint8_t {
  kGrey,    ///< GREY: one byte of luma a pixel (also the decoded luma of a JPEG)
  kRgb24,   ///< RGB3: red, green, blue
  kBgr24,   ///< BGR3: blue, green, red
  kYuyv,    ///< YUYV: luma of pixel x at byte 2x, chroma shared by two pixels
  kUyvy,    ///< UYVY: luma of pixel x at byte 2x + 1
  kNv12,    ///< NV12: a luma plane, then U and V interleaved at half size each way
  kYvyu,    ///< YVYU: YUYV with U and V exchanged
  kVyuy,    ///< VYUY: UYVY with U and V exchanged
  kNv21,    ///< NV21: NV12 with U and V exchanged
  kNv16,    ///< NV16: a luma plane, then U and V interleaved at half width
  kYu12,    ///< YU12: a luma plane, a plane of U and one of V at half size each way
  kYv12,    ///< YV12: YU12 with U and V exchanged
  kY10,     ///< Y10: 16 bits of luma a pixel, little endian, the low 10 used
  kY12,     ///< Y12: the low 12 used
  kY16,     ///< Y16: all 16 used
  kXr24,    ///< XR24: blue, green, red, and a byte that says nothing
  kXb24,    ///< XB24: red, green, blue, nothing
  kBx24,    ///< BX24: nothing, red, green, blue
  kRx24,    ///< RX24: nothing, blue, green, red
  kRgb565,  ///< RGBP: 16 bits, little endian: 5 of red (the highest), 6 of green, 5 of blue
  kRggb8,   ///< RGGB: Bayer, one byte a pixel; the name has the first two pixels of the first two rows
  kGrbg8,
  kGbrg8,
  kBggr8,
  kRggb10,  ///< RG10: Bayer, 16 bits a pixel, little endian, the low 10 used
  kGrbg10,
  kGbrg10,
  kBggr10,
  kRggb12,  ///< RG12: the low 12 used
  kGrbg12,
  kGbrg12,
  kBggr12,
  kRggb16,  ///< RG16: all 16 used
  kGrbg16,
  kGbrg16,
  kBggr16,
  kRggb10Packed,  ///< pRAA: Bayer, four pixels in five bytes: their high 8 bits, then the low 2 of each, pixel 0's
                  ///< lowest
  kGrbg10Packed,
  kGbrg10Packed,
  kBggr10Packed,
};

/// What the first plane's samples are, which decides how gray comes from them.
enum class Samples : std::uint8_t { kLuma8, kLuma16, kRgb8, kRgb565, kBayer8, kBayer16, kBayer10Packed };

/// Where U and V lie, for pictures in color.
enum class Chroma : std::uint8_t { kNone, kPacked, kInterleaved420, kInterleaved422, kPlanar420 };

/// A format in numbers.
struct FormatTraits {
  PixelFormat format;
  std::string_view fourcc;
  Samples samples;
  std::uint8_t pixel_bytes;  ///< from a pixel of the first plane to the next; 0 where pixels share bytes
  std::uint8_t first;        ///< the byte of a pixel with its luma, or with red; green lies halfway to blue
  std::uint8_t blue;         ///< the byte with blue, of Samples::kRgb8
  std::uint8_t bits;         ///< used of each sample
  Chroma chroma = Chroma::kNone;
  bool v_first = false;    ///< V lies before U
  std::uint8_t red_x = 0;  ///< Bayer: the column, modulo 2, of the red pixels
  std::uint8_t red_y = 0;  ///< Bayer: the row, modulo 2, of the red pixels
};

namespace detail {

constexpr FormatTraits bayer(PixelFormat format, std::string_view fourcc, Samples samples, std::uint8_t bits,
                             std::uint8_t red_x, std::uint8_t red_y) {
  const std::uint8_t bytes = samples == Samples::kBayer8 ? 1 : samples == Samples::kBayer16 ? 2 : 0;
  return {format, fourcc, samples, bytes, 0, 0, bits, Chroma::kNone, false, red_x, red_y};
}

}  // namespace detail

/// Every format, in the order of PixelFormat.
inline constexpr std::array kFormats{
    FormatTraits{PixelFormat::kGrey, "GREY", Samples::kLuma8, 1, 0, 0, 8},
    FormatTraits{PixelFormat::kRgb24, "RGB3", Samples::kRgb8, 3, 0, 2, 8},
    FormatTraits{PixelFormat::kBgr24, "BGR3", Samples::kRgb8, 3, 2, 0, 8},
    FormatTraits{PixelFormat::kYuyv, "YUYV", Samples::kLuma8, 2, 0, 0, 8, Chroma::kPacked},
    FormatTraits{PixelFormat::kUyvy, "UYVY", Samples::kLuma8, 2, 1, 0, 8, Chroma::kPacked},
    FormatTraits{PixelFormat::kNv12, "NV12", Samples::kLuma8, 1, 0, 0, 8, Chroma::kInterleaved420},
    FormatTraits{PixelFormat::kYvyu, "YVYU", Samples::kLuma8, 2, 0, 0, 8, Chroma::kPacked, true},
    FormatTraits{PixelFormat::kVyuy, "VYUY", Samples::kLuma8, 2, 1, 0, 8, Chroma::kPacked, true},
    FormatTraits{PixelFormat::kNv21, "NV21", Samples::kLuma8, 1, 0, 0, 8, Chroma::kInterleaved420, true},
    FormatTraits{PixelFormat::kNv16, "NV16", Samples::kLuma8, 1, 0, 0, 8, Chroma::kInterleaved422},
    FormatTraits{PixelFormat::kYu12, "YU12", Samples::kLuma8, 1, 0, 0, 8, Chroma::kPlanar420},
    FormatTraits{PixelFormat::kYv12, "YV12", Samples::kLuma8, 1, 0, 0, 8, Chroma::kPlanar420, true},
    FormatTraits{PixelFormat::kY10, "Y10 ", Samples::kLuma16, 2, 0, 0, 10},
    FormatTraits{PixelFormat::kY12, "Y12 ", Samples::kLuma16, 2, 0, 0, 12},
    FormatTraits{PixelFormat::kY16, "Y16 ", Samples::kLuma16, 2, 0, 0, 16},
    FormatTraits{PixelFormat::kXr24, "XR24", Samples::kRgb8, 4, 2, 0, 8},
    FormatTraits{PixelFormat::kXb24, "XB24", Samples::kRgb8, 4, 0, 2, 8},
    FormatTraits{PixelFormat::kBx24, "BX24", Samples::kRgb8, 4, 1, 3, 8},
    FormatTraits{PixelFormat::kRx24, "RX24", Samples::kRgb8, 4, 3, 1, 8},
    FormatTraits{PixelFormat::kRgb565, "RGBP", Samples::kRgb565, 2, 0, 0, 8},
    detail::bayer(PixelFormat::kRggb8, "RGGB", Samples::kBayer8, 8, 0, 0),
    detail::bayer(PixelFormat::kGrbg8, "GRBG", Samples::kBayer8, 8, 1, 0),
    detail::bayer(PixelFormat::kGbrg8, "GBRG", Samples::kBayer8, 8, 0, 1),
    detail::bayer(PixelFormat::kBggr8, "BA81", Samples::kBayer8, 8, 1, 1),
    detail::bayer(PixelFormat::kRggb10, "RG10", Samples::kBayer16, 10, 0, 0),
    detail::bayer(PixelFormat::kGrbg10, "BA10", Samples::kBayer16, 10, 1, 0),
    detail::bayer(PixelFormat::kGbrg10, "GB10", Samples::kBayer16, 10, 0, 1),
    detail::bayer(PixelFormat::kBggr10, "BG10", Samples::kBayer16, 10, 1, 1),
    detail::bayer(PixelFormat::kRggb12, "RG12", Samples::kBayer16, 12, 0, 0),
    detail::bayer(PixelFormat::kGrbg12, "BA12", Samples::kBayer16, 12, 1, 0),
    detail::bayer(PixelFormat::kGbrg12, "GB12", Samples::kBayer16, 12, 0, 1),
    detail::bayer(PixelFormat::kBggr12, "BG12", Samples::kBayer16, 12, 1, 1),
    detail::bayer(PixelFormat::kRggb16, "RG16", Samples::kBayer16, 16, 0, 0),
    detail::bayer(PixelFormat::kGrbg16, "GR16", Samples::kBayer16, 16, 1, 0),
    detail::bayer(PixelFormat::kGbrg16, "GB16", Samples::kBayer16, 16, 0, 1),
    detail::bayer(PixelFormat::kBggr16, "BYR2", Samples::kBayer16, 16, 1, 1),
    detail::bayer(PixelFormat::kRggb10Packed, "pRAA", Samples::kBayer10Packed, 10, 0, 0),
    detail::bayer(PixelFormat::kGrbg10Packed, "pgAA", Samples::kBayer10Packed, 10, 1, 0),
    detail::bayer(PixelFormat::kGbrg10Packed, "pGAA", Samples::kBayer10Packed, 10, 0, 1),
    detail::bayer(PixelFormat::kBggr10Packed, "pBAA", Samples::kBayer10Packed, 10, 1, 1)};

constexpr const FormatTraits& traits(PixelFormat format) {
  return kFormats[static_cast<std::size_t>(format)];
}

inline constexpr auto kPixelFormats = [] {
  std::array<PixelFormat, kFormats.size()> formats{};
  for (std::size_t i = 0; i < formats.size(); ++i) {
    formats[i] = kFormats[i].format;
  }
  return formats;
}();

static_assert(
    [] {
      for (std::size_t i = 0; i < kFormats.size(); ++i) {
        if (static_cast<std::size_t>(kFormats[i].format) != i) {
          return false;
        }
      }
      return kFormats.back().format == PixelFormat::kBggr10Packed;
    }(),
    "kFormats is in the order of PixelFormat");

/// Which luma values mean black and white: 0 and 255, or 16 and 235 (of 8 bits; 64 and 940 of 10, and so on).
enum class ColorRange : std::uint8_t { kFull, kLimited };

/// The four characters by which V4L2 knows the format.
std::string_view fourcc(PixelFormat format);

std::string_view name(ColorRange range);

/// Bytes that hold the pixels of one row of the first plane; a stride is never smaller.
std::size_t row_bytes(PixelFormat format, std::uint32_t width);

/// True for the formats whose gray comes from red, green and blue, those of a Bayer mosaic included: always full range.
bool is_rgb(PixelFormat format);

bool is_bayer(PixelFormat format);

}  // namespace sobelcam
