// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/rgb_pixels.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/guarded.h"

namespace sobelcam {
namespace {

class RgbPixelsTest : public testing::Test {
 protected:
  using Bytes = std::vector<std::uint8_t>;

  /// Red, green and blue of each pixel; the bytes lie against a page that must not be touched.
  Bytes rgb(PixelFormat format, std::uint32_t width, std::uint32_t height, const Bytes& bytes) {
    const test::GuardedBytes guarded(bytes.size());
    std::copy(bytes.begin(), bytes.end(), guarded.data());
    pixels_.take(
        {guarded.data(), contiguous_layout(format, ColorRange::kFull, width, height, row_bytes(format, width))});
    Bytes out;
    for (std::uint32_t y = 0; y < height; ++y) {
      out.insert(out.end(), pixels_.bytes().row(y), pixels_.bytes().row(y) + std::size_t{3} * width);
    }
    return out;
  }

  RgbPixels pixels_;
};

TEST_F(RgbPixelsTest, WidensRgb565) {
  EXPECT_EQ(rgb(PixelFormat::kRgb565, 3, 1, {0xFF, 0xFF, 0x34, 0x12, 0x10, 0x84}),
            (Bytes{255, 255, 255, 16, 69, 165, 132, 130, 132}));
}

TEST_F(RgbPixelsTest, InterpolatesAMosaicAndRoundsHalvesUp) {
  // The quarters and halves are 51.25, 62.5 and 82.5.
  EXPECT_EQ(rgb(PixelFormat::kRggb8, 3, 3, {10, 20, 30, 40, 50, 60, 70, 80, 95}),
            (Bytes{10, 30, 50, 20, 20, 50, 30, 40, 50,  //
                   40, 40, 50, 51, 50, 50, 63, 60, 50,  //
                   70, 60, 50, 83, 80, 50, 95, 70, 50}));
}

TEST_F(RgbPixelsTest, KnowsTheOrdersOfMosaics) {
  EXPECT_EQ(rgb(PixelFormat::kRggb8, 2, 2, {200, 100, 60, 50}),
            (Bytes{200, 80, 50, 200, 100, 50, 200, 60, 50, 200, 80, 50}));
  EXPECT_EQ(rgb(PixelFormat::kGrbg8, 2, 2, {100, 200, 50, 60}),
            (Bytes{200, 100, 50, 200, 80, 50, 200, 80, 50, 200, 60, 50}));
  EXPECT_EQ(rgb(PixelFormat::kGbrg8, 2, 2, {100, 50, 200, 60}),
            (Bytes{200, 100, 50, 200, 80, 50, 200, 80, 50, 200, 60, 50}));
  EXPECT_EQ(rgb(PixelFormat::kBggr8, 2, 2, {50, 100, 60, 200}),
            (Bytes{200, 80, 50, 200, 100, 50, 200, 60, 50, 200, 80, 50}));
}

TEST_F(RgbPixelsTest, RepeatsTheOnlyRowAndColumnOfAMosaic) {
  EXPECT_EQ(rgb(PixelFormat::kGbrg16, 1, 1, {77, 77}), (Bytes{77, 77, 77}));
  EXPECT_EQ(rgb(PixelFormat::kBggr8, 3, 1, {10, 20, 40}), (Bytes{20, 15, 10, 20, 20, 25, 20, 30, 40}));
  EXPECT_EQ(rgb(PixelFormat::kGrbg8, 1, 3, {10, 20, 40}), (Bytes{10, 10, 20, 25, 23, 20, 40, 40, 20}));
}

TEST_F(RgbPixelsTest, ScalesMosaicsOfMoreBits) {
  // White red, black green and a third of blue, in 12 bits below four that say nothing.
  EXPECT_EQ(rgb(PixelFormat::kRggb12, 2, 2, {0xFF, 0xFF, 0x00, 0xF0, 0x00, 0x10, 0x55, 0xA5}),
            (Bytes{255, 0, 85, 255, 0, 85, 255, 0, 85, 255, 0, 85}));
}

TEST_F(RgbPixelsTest, UnpacksGroupsOfFourPixelsInFiveBytes) {
  // Red 1023, 3 and 1023 between green 512 and 2; the only row is above and below itself too.
  EXPECT_EQ(rgb(PixelFormat::kRggb10Packed, 5, 1, {255, 128, 0, 0, 0xB3, 255, 0xEE, 0xEE, 0xEE, 0xFF}),
            (Bytes{255, 191, 128, 128, 128, 128, 1, 32, 64, 128, 0, 0, 255, 128, 0}));
}

}  // namespace
}  // namespace sobelcam
