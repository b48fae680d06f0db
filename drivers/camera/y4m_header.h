// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "drivers/files/image_decoder.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam {

enum class Y4mChroma : std::uint8_t { k420, k422, k444, kMono };

/// The stream header of a YUV4MPEG2 file.
struct Y4mHeader {
  Y4mChroma chroma = Y4mChroma::k420;
  ColorRange range = ColorRange::kLimited;
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  std::uint32_t chroma_width() const;
  std::uint32_t chroma_height() const;
  /// Bytes of one frame without its FRAME line.
  std::uint64_t frame_bytes() const;
};

inline constexpr std::string_view kY4mMagic = "YUV4MPEG2 ";

/// Parses the first line, without its line feed.
std::variant<Y4mHeader, ImageFault> parse_y4m_header(std::string_view line);

}  // namespace sobelcam
