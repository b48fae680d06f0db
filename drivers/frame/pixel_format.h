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
  kGrey,   ///< GREY: one byte of luma a pixel (also the decoded luma of a JPEG)
  kRgb24,  ///< RGB3: red, green, blue
  kBgr24,  ///< BGR3: blue, green, red
  kYuyv,   ///< YUYV: luma of pixel x at byte 2x, chroma shared by two pixels
  kUyvy,   ///< UYVY: luma of pixel x at byte 2x + 1
  kNv12,   ///< NV12: a luma plane, then U and V interleaved at half size each way
};

inline constexpr std::array kPixelFormats{PixelFormat::kGrey, PixelFormat::kRgb24, PixelFormat::kBgr24,
                                          PixelFormat::kYuyv, PixelFormat::kUyvy,  PixelFormat::kNv12};

/// Which luma values mean black and white: 0 and 255, or 16 and 235.
enum class ColorRange : std::uint8_t { kFull, kLimited };

/// The four characters by which V4L2 knows the format.
std::string_view fourcc(PixelFormat format);

std::string_view name(ColorRange range);

/// Bytes that hold the pixels of one row of the first plane; a stride is never smaller.
std::size_t row_bytes(PixelFormat format, std::uint32_t width);

/// True for the formats whose gray comes from red, green and blue.
bool is_rgb(PixelFormat format);

}  // namespace sobelcam
