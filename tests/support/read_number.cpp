// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/read_number.h"

#include "drivers/frame/glyphs.h"

namespace sobelcam::test {
namespace {

bool is_color(FrameView picture, std::uint32_t x, std::uint32_t y, std::uint8_t level) {
  if (x >= picture.layout.width || y >= picture.layout.height) {
    return false;
  }
  const std::uint8_t* pixel = picture.row(y) + std::size_t{3} * x;
  return pixel[0] == level && pixel[1] == level && pixel[2] == level;
}

/// Whether each pixel of a cell of 6 x 7 is as the character wants it.
bool shows(FrameView picture, std::uint32_t left, std::uint32_t top, std::uint32_t scale, char character) {
  for (std::uint32_t y = 0; y < kGlyphHeight * scale; ++y) {
    for (std::uint32_t x = 0; x < (kGlyphWidth + 1) * scale; ++x) {
      const unsigned row = unsigned{glyph(character)[y / scale]} << 1U;
      const bool lit = (row >> (kGlyphWidth - x / scale) & 1U) != 0;
      if (!is_color(picture, left + x, top + y, lit ? 255 : 0)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::optional<std::uint64_t> read_number(FrameView picture, std::uint32_t x, std::uint32_t y, std::uint32_t scale) {
  std::optional<std::uint64_t> number;
  for (std::uint32_t left = x + scale;; left += (kGlyphWidth + 1) * scale) {
    char digit = '0';
    while (digit <= '9' && !shows(picture, left, y + scale, scale, digit)) {
      ++digit;
    }
    if (digit > '9') {
      return number;
    }
    number = number.value_or(0) * 10 + static_cast<std::uint64_t>(digit - '0');
  }
}

}  // namespace sobelcam::test
