// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/pixel_reader.h"

namespace sobelcam::cuda {
namespace {

PixelReader reader_of_luma(const FormatTraits& format) {
  if (format.pixel_bytes == 1) {
    return PixelReader::kLuma;
  }
  return format.first == 0 ? PixelReader::kYuyv : PixelReader::kUyvy;
}

PixelReader reader_of_rgb(const FormatTraits& format) {
  if (format.pixel_bytes == 4) {
    return PixelReader::kRgb32;
  }
  return format.first == 0 ? PixelReader::kRgb24 : PixelReader::kBgr24;
}

}  // namespace

std::string_view name(PixelReader reader) {
  constexpr std::array<std::string_view, kPixelReaders.size()> kNames{
      "rgb24", "bgr24", "yuyv", "uyvy", "luma", "rgb32", "luma16", "rgb565", "bayer8", "bayer16", "bayer10_packed"};
  return kNames.at(static_cast<std::size_t>(reader));
}

PixelReader reader_of(PixelFormat format) {
  switch (traits(format).samples) {
    case Samples::kLuma8:
      return reader_of_luma(traits(format));
    case Samples::kLuma16:
      return PixelReader::kLuma16;
    case Samples::kRgb8:
      return reader_of_rgb(traits(format));
    case Samples::kRgb565:
      return PixelReader::kRgb565;
    case Samples::kBayer8:
      return PixelReader::kBayer8;
    case Samples::kBayer16:
      return PixelReader::kBayer16;
    case Samples::kBayer10Packed:
      break;
  }
  return PixelReader::kBayer10Packed;
}

FrameArguments frame_arguments(const FrameLayout& layout, Address pixels, std::size_t stride) {
  const FormatTraits& format = traits(layout.format);
  const std::uint32_t red = is_bayer(layout.format) ? format.red_x : format.first;
  const std::uint32_t samples = std::uint32_t{format.bits} << kBitsAt | red << kRedAt |
                                std::uint32_t{format.blue} << kBlueAt | std::uint32_t{format.red_y} << kRedRowAt;
  const bool limited = layout.range == ColorRange::kLimited;
  return {pixels, stride, layout.width, layout.height, limited ? 1U : 0U, samples};
}

}  // namespace sobelcam::cuda
