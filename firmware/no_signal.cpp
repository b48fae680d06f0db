// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/no_signal.h"

#include <algorithm>
#include <string>
#include <vector>

#include "drivers/frame/glyphs.h"

namespace sobelcam {
namespace {

constexpr std::string_view kTitle = "NO SIGNAL";
constexpr std::uint32_t kAdvance = kGlyphWidth + 1;
constexpr std::uint32_t kLineHeight = kGlyphHeight + 4;
constexpr std::uint8_t kBackground = 24;
constexpr std::uint8_t kText = 235;

/// Breaks at spaces; a word that is longer than a line is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t length = std::min(text.size(), columns);
    if (length < text.size()) {
      const std::size_t space = text.rfind(' ', length);
      length = space == std::string_view::npos || space == 0 ? length : space;
    }
    lines.emplace_back(text.substr(0, length));
    text.remove_prefix(length);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  return lines;
}

void draw_glyph(ImageView<std::uint8_t> picture, std::uint32_t left, std::uint32_t top, std::uint32_t scale, char c) {
  const Glyph& rows = glyph(c);
  for (std::uint32_t y = 0; y < kGlyphHeight * scale && top + y < picture.height; ++y) {
    const unsigned row = rows.at(y / scale);
    for (std::uint32_t x = 0; x < kGlyphWidth * scale && left + x < picture.width; ++x) {
      if ((row >> (kGlyphWidth - 1 - x / scale) & 1U) != 0) {
        picture.row(top + y)[left + x] = kText;
      }
    }
  }
}

void draw_centered(ImageView<std::uint8_t> picture, std::uint32_t top, std::uint32_t scale, std::string_view line) {
  const auto width = static_cast<std::uint32_t>(line.size()) * kAdvance * scale;
  std::uint32_t left = width < picture.width ? (picture.width - width) / 2 : 0;
  for (const char c : line) {
    draw_glyph(picture, left, top, scale, c);
    left += kAdvance * scale;
  }
}

}  // namespace

void draw_no_signal(ImageView<std::uint8_t> picture, std::string_view reason) {
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    std::fill_n(picture.row(y), picture.width, kBackground);
  }
  const std::uint32_t scale = std::max(1U, std::min(picture.width / 360, picture.height / 160));
  const std::uint32_t title_scale = 2 * scale;
  const auto lines = wrapped(reason, std::max(3U, picture.width / (kAdvance * scale)) - 2);
  const std::uint32_t text_height =
      kLineHeight * title_scale + kLineHeight * scale * static_cast<std::uint32_t>(lines.size());
  std::uint32_t top = text_height < picture.height ? (picture.height - text_height) / 2 : 0;
  draw_centered(picture, top, title_scale, kTitle);
  top += kLineHeight * title_scale;
  for (const std::string& line : lines) {
    draw_centered(picture, top, scale, line);
    top += kLineHeight * scale;
  }
}

}  // namespace sobelcam
