// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/glyphs.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace sobelcam {
namespace {

class GlyphsTest : public testing::Test {};

TEST_F(GlyphsTest, StayWithinFiveColumns) {
  for (int c = 0; c < 256; ++c) {
    for (const std::uint8_t row : glyph(static_cast<char>(c))) {
      ASSERT_LT(row, 1U << kGlyphWidth) << "character " << c;
    }
  }
}

TEST_F(GlyphsTest, LettersAndDigitsAllDiffer) {
  constexpr std::string_view kCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::set<Glyph> shapes;
  for (const char c : kCharacters) {
    shapes.insert(glyph(c));
  }
  EXPECT_EQ(shapes.size(), kCharacters.size());
}

TEST_F(GlyphsTest, OneIsAStrokeWithAFoot) {
  EXPECT_EQ(glyph('1'), (Glyph{0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110}));
}

TEST_F(GlyphsTest, SmallLettersAreCapitals) {
  EXPECT_EQ(glyph('a'), glyph('A'));
  EXPECT_EQ(glyph('z'), glyph('Z'));
}

TEST_F(GlyphsTest, WhatIsUnknownIsAQuestionMark) {
  EXPECT_EQ(glyph('\xE9'), glyph('?'));
  EXPECT_EQ(glyph('\n'), glyph('?'));
  EXPECT_EQ(glyph('~'), glyph('?'));
}

}  // namespace
}  // namespace sobelcam
