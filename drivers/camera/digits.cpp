// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/digits.h"

#include <algorithm>
#include <string>

#include "drivers/frame/glyphs.h"

namespace sobelcam {
namespace {

constexpr std::uint32_t kCellWidth = kGlyphWidth + 1;

/// Whether a cell of the box, margin included, belongs to a stroke; both from the top left corner, in cells.
bool is_stroke(const std::string& digits, std::uint32_t column, std::uint32_t row) {
  if (column == 0 || row == 0 || row > kGlyphHeight) {
    return false;
  }
  const std::uint32_t digit = (column - 1) / kCellWidth;
  const std::uint32_t in_digit = (column - 1) % kCellWidth;
  if (in_digit >= kGlyphWidth) {
    return false;
  }
  return (unsigned{glyph(digits.at(digit)).at(row - 1)} >> (kGlyphWidth - 1 - in_digit) & 1U) != 0;
}

}  // namespace

void draw_number(MutableFrameView target, std::uint32_t x, std::uint32_t y, std::uint32_t scale, std::uint64_t number) {
  const std::string digits = std::to_string(number);
  const std::uint64_t columns = digits.size() * kCellWidth + 1;
  const std::uint64_t rows = kGlyphHeight + 2;
  const std::uint64_t right = std::min<std::uint64_t>(target.layout.width, x + columns * scale);
  const std::uint64_t bottom = std::min<std::uint64_t>(target.layout.height, y + rows * scale);
  for (std::uint32_t at_y = y; at_y < bottom; ++at_y) {
    for (std::uint32_t at_x = x; at_x < right; ++at_x) {
      const bool lit = is_stroke(digits, (at_x - x) / scale, (at_y - y) / scale);
      std::fill_n(target.row(at_y) + std::size_t{3} * at_x, 3, static_cast<std::uint8_t>(lit ? 255 : 0));
    }
  }
}

}  // namespace sobelcam
