// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/digits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "tests/support/read_number.h"

namespace sobelcam {
namespace {

class DigitsTest : public testing::Test {
 protected:
  void SetUp() override { resize(260, 60); }

  void resize(std::uint32_t width, std::uint32_t height) {
    layout_ = aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, width, height);
    bytes_.assign(layout_bytes(layout_), kUntouched);
  }
  MutableFrameView view() { return {bytes_.data(), layout_}; }
  std::uint8_t red(std::uint32_t x, std::uint32_t y) { return view().row(y)[std::size_t{3} * x]; }

  static constexpr std::uint8_t kUntouched = 99;
  FrameLayout layout_;
  std::vector<std::uint8_t> bytes_;
};

TEST_F(DigitsTest, EveryDigitCanBeReadBack) {
  for (std::uint32_t scale = 1; scale <= 3; ++scale) {
    resize(260, 60);
    draw_number(view(), 5, 4, scale, 1234567890);
    EXPECT_EQ(test::read_number(view(), 5, 4, scale), 1234567890U) << "scale " << scale;
  }
}

TEST_F(DigitsTest, TheSmallestAndTheLargestNumberCanBeReadBack) {
  draw_number(view(), 0, 0, 2, 0);
  EXPECT_EQ(test::read_number(view(), 0, 0, 2), 0U);
  draw_number(view(), 0, 20, 2, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(test::read_number(view(), 0, 20, 2), std::numeric_limits<std::uint64_t>::max());
}

TEST_F(DigitsTest, TheBoxIsBlackAndNothingElseIsTouched) {
  draw_number(view(), 10, 8, 2, 7);
  EXPECT_EQ(red(10, 8), 0);
  EXPECT_EQ(red(10 + 13, 8 + 17), 0);
  EXPECT_EQ(red(10 + 14, 8), kUntouched);
  EXPECT_EQ(red(9, 8), kUntouched);
  EXPECT_EQ(red(10, 7), kUntouched);
  EXPECT_EQ(red(10, 8 + 18), kUntouched);
}

TEST_F(DigitsTest, IsClippedByTheRightAndLowerBorder) {
  resize(20, 10);
  draw_number(view(), 15, 5, 3, 5555);
  EXPECT_EQ(red(19, 9), 255);
  for (std::uint32_t y = 0; y < 10; ++y) {
    const std::uint8_t* row = view().row(y);
    EXPECT_TRUE(std::all_of(row + 60, row + layout_.stride, [](auto byte) { return byte == kUntouched; })) << y;
  }
}

TEST_F(DigitsTest, OutsideOfThePictureNothingIsDrawn) {
  draw_number(view(), 260, 0, 1, 5);
  draw_number(view(), 0, 60, 1, 5);
  draw_number(view(), 4000000000U, 4000000000U, 1, 5);
  EXPECT_TRUE(std::all_of(bytes_.begin(), bytes_.end(), [](auto byte) { return byte == kUntouched; }));
}

}  // namespace
}  // namespace sobelcam
