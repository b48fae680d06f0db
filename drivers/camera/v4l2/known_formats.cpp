// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/known_formats.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <array>

namespace sobelcam::v4l2 {
namespace {

struct Alias {
  std::string_view fourcc;
  PixelFormat pixels;
};

/// Formats with the bytes of another one: alpha where that has nothing, and the names from before alpha was told apart.
constexpr std::array kAliases{
    Alias{"AR24", PixelFormat::kXr24}, Alias{"BGR4", PixelFormat::kXr24}, Alias{"AB24", PixelFormat::kXb24},
    Alias{"BA24", PixelFormat::kBx24}, Alias{"RGB4", PixelFormat::kBx24}, Alias{"RA24", PixelFormat::kRx24},
};

constexpr std::array<std::string_view, 2> kJpegs{"MJPG", "JPEG"};

/// From the cheapest to the dearest.
constexpr std::array kOrder{
    PixelFormat::kGrey,  PixelFormat::kNv12, PixelFormat::kNv21, PixelFormat::kYu12,   PixelFormat::kYv12,
    PixelFormat::kNv16,  PixelFormat::kYuyv, PixelFormat::kUyvy, PixelFormat::kVyuy,   PixelFormat::kYvyu,
    PixelFormat::kY16,   PixelFormat::kY12,  PixelFormat::kY10,  PixelFormat::kRgb565, PixelFormat::kRgb24,
    PixelFormat::kBgr24, PixelFormat::kXr24, PixelFormat::kXb24, PixelFormat::kBx24,   PixelFormat::kRx24,
};

constexpr int kJpegCost = static_cast<int>(kOrder.size());
constexpr int kBayer8Cost = kJpegCost + 1;
constexpr int kBayerPackedCost = kBayer8Cost + 1;
/// 16 bits before 12 before 10: the deeper one has more to tell for the same bytes.
constexpr int kBayer16Cost = kBayerPackedCost + 1;
constexpr int kConvertCost = kBayer16Cost + 16;

bool is_yuv(PixelFormat pixels) {
  return traits(pixels).chroma != Chroma::kNone;
}

}  // namespace

KnownFormat known_format(std::uint32_t code) {
  for (const std::string_view jpeg : kJpegs) {
    if (code == fourcc_code(jpeg)) {
      return {Decoding::kJpeg, PixelFormat::kGrey};
    }
  }
  for (const FormatTraits& format : kFormats) {
    if (code == fourcc_code(format.fourcc)) {
      return {Decoding::kRaw, format.format};
    }
  }
  for (const Alias& alias : kAliases) {
    if (code == fourcc_code(alias.fourcc)) {
      return {Decoding::kRaw, alias.pixels};
    }
  }
  return {};
}

int cost(Decoding decoding, PixelFormat pixels) {
  constexpr int kMostBits = 16;
  if (decoding == Decoding::kJpeg) {
    return kJpegCost;
  }
  if (decoding != Decoding::kRaw) {
    return kConvertCost;
  }
  switch (traits(pixels).samples) {
    case Samples::kBayer8:
      return kBayer8Cost;
    case Samples::kBayer10Packed:
      return kBayerPackedCost;
    case Samples::kBayer16:
      return kBayer16Cost + kMostBits - traits(pixels).bits;
    default:
      return static_cast<int>(std::find(kOrder.begin(), kOrder.end(), pixels) - kOrder.begin());
  }
}

std::optional<ColorRange> color_range(Decoding decoding, PixelFormat pixels, std::uint32_t colorspace,
                                      std::uint32_t quantization) {
  if (decoding != Decoding::kRaw) {
    return ColorRange::kFull;
  }
  const bool says_limited = quantization == V4L2_QUANTIZATION_LIM_RANGE;
  const bool says_full = quantization == V4L2_QUANTIZATION_FULL_RANGE;
  if (is_rgb(pixels)) {
    return says_limited ? std::nullopt : std::optional(ColorRange::kFull);
  }
  if (says_limited) {
    return ColorRange::kLimited;
  }
  return !is_yuv(pixels) || says_full || colorspace == V4L2_COLORSPACE_JPEG ? ColorRange::kFull : ColorRange::kLimited;
}

}  // namespace sobelcam::v4l2
