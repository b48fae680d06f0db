// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/pixel_format.h"

namespace sobelcam {

std::string_view fourcc(PixelFormat format) {
  switch (format) {
    case PixelFormat::kGrey:
      return "GREY";
    case PixelFormat::kRgb24:
      return "RGB3";
    case PixelFormat::kBgr24:
      return "BGR3";
    case PixelFormat::kYuyv:
      return "YUYV";
    case PixelFormat::kUyvy:
      return "UYVY";
    case PixelFormat::kNv12:
      return "NV12";
  }
  return "????";
}

std::string_view name(ColorRange range) {
  return range == ColorRange::kFull ? "full" : "limited";
}

std::size_t row_bytes(PixelFormat format, std::uint32_t width) {
  const std::size_t pixels = width;
  switch (format) {
    case PixelFormat::kRgb24:
    case PixelFormat::kBgr24:
      return 3 * pixels;
    case PixelFormat::kYuyv:
    case PixelFormat::kUyvy:
      return 2 * pixels;
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      return pixels;
  }
  return 0;
}

bool is_rgb(PixelFormat format) {
  return format == PixelFormat::kRgb24 || format == PixelFormat::kBgr24;
}

}  // namespace sobelcam
