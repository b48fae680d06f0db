// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/y4m_header.h"

#include <charconv>
#include <optional>
#include <string>

namespace sobelcam {
namespace {

std::uint32_t half(std::uint32_t side) {
  return side / 2 + side % 2;
}

/// 0, which no picture has, where the text is no number.
std::uint64_t parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end ? value : 0;
}

std::optional<Y4mChroma> parse_chroma(std::string_view text) {
  if (text == "420" || text == "420jpeg" || text == "420mpeg2" || text == "420paldv") {
    return Y4mChroma::k420;
  }
  if (text == "422") {
    return Y4mChroma::k422;
  }
  if (text == "444") {
    return Y4mChroma::k444;
  }
  if (text == "mono") {
    return Y4mChroma::kMono;
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t Y4mHeader::chroma_width() const {
  return chroma == Y4mChroma::kMono ? 0 : chroma == Y4mChroma::k444 ? width : half(width);
}

std::uint32_t Y4mHeader::chroma_height() const {
  return chroma == Y4mChroma::kMono ? 0 : chroma == Y4mChroma::k420 ? half(height) : height;
}

std::uint64_t Y4mHeader::frame_bytes() const {
  return std::uint64_t{width} * height + 2 * std::uint64_t{chroma_width()} * chroma_height();
}

std::variant<Y4mHeader, ImageFault> parse_y4m_header(std::string_view line) {
  Y4mHeader header;
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  line.remove_prefix(std::min(kY4mMagic.size(), line.size()));
  while (!line.empty()) {
    const std::string_view token = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(token.size() + 1, line.size()));
    const std::string_view value = token.substr(std::min<std::size_t>(1, token.size()));
    if (token.starts_with('W')) {
      width = parse_number(value);
    } else if (token.starts_with('H')) {
      height = parse_number(value);
    } else if (token == "XCOLORRANGE=FULL") {
      header.range = ColorRange::kFull;
    } else if (token.starts_with('C')) {
      const auto chroma = parse_chroma(value);
      if (!chroma) {
        return ImageFault{ImageFaultKind::kUnsupported,
                          "colorspace " + std::string(token) + ": 420, 422, 444 and mono with 8 bits are read"};
      }
      header.chroma = *chroma;
    }
  }
  if (auto fault = check_image_size(width, height)) {
    return std::move(*fault);
  }
  header.width = static_cast<std::uint32_t>(width);
  header.height = static_cast<std::uint32_t>(height);
  return header;
}

}  // namespace sobelcam
