// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "drivers/camera/v4l2/camera_modes.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam::v4l2 {

/// A fourcc as V4L2 counts it: the first character in the lowest byte.
constexpr std::uint32_t fourcc_code(std::string_view name) {
  constexpr unsigned kBits = 8;
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < sizeof code; ++i) {
    code |= std::uint32_t{static_cast<unsigned char>(i < name.size() ? name[i] : ' ')} << (kBits * i);
  }
  return code;
}

struct KnownFormat {
  Decoding decoding = Decoding::kNone;
  PixelFormat pixels = PixelFormat::kGrey;
};

/// What a fourcc is to us, by its own name or by that of a format with the same bytes (AR24 is XR24 with an alpha that
/// says nothing); kNone where we do not decode it.
KnownFormat known_format(std::uint32_t code);

/// How dear a frame of a format is, 0 the cheapest: the bytes that are read for a pixel decide, then the arithmetic.
/// One byte of luma (GREY, then the planar YUV, whose chroma nobody reads), two bytes with luma in them (YUYV and kin;
/// YVYU last, as some cameras offer it and deliver garbage), gray of 16 bits, RGB. Then MJPG, which the CPU decodes,
/// and Bayer mosaics, whose gray needs the neighbors and which come from sensors without white balance and exposure
/// control. What libv4l must convert is the last.
int cost(Decoding decoding, PixelFormat pixels);

/// The range of a format's samples by what the driver says of it; nothing for limited RGB, which no pipeline takes.
/// Source:   kernels/SPEC.md, "Range"
std::optional<ColorRange> color_range(Decoding decoding, PixelFormat pixels, std::uint32_t colorspace,
                                      std::uint32_t quantization);

}  // namespace sobelcam::v4l2
