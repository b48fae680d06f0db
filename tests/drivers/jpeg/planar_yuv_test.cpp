// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/planar_yuv.h"

#include <gtest/gtest.h>

#include "tests/support/guarded.h"

namespace sobelcam {
namespace {

class PlanarYuvTest : public testing::Test {
 protected:
  using Bytes = std::vector<std::uint8_t>;

  /// The bytes lie against a page that must not be touched.
  void take_apart(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height, std::size_t stride,
                  const Bytes& bytes) {
    test::GuardedBytes guarded(bytes.size());
    std::copy(bytes.begin(), bytes.end(), guarded.data());
    yuv_.take_apart({guarded.data(), contiguous_layout(format, range, width, height, stride)});
  }

  PlanarYuv yuv_;
};

TEST_F(PlanarYuvTest, TakesYuyvApart) {
  take_apart(PixelFormat::kYuyv, ColorRange::kFull, 4, 1, 8, {10, 100, 20, 200, 30, 101, 40, 201});
  EXPECT_EQ(yuv_.planes[0], (Bytes{10, 20, 30, 40}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 101}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 201}));
  EXPECT_FALSE(yuv_.halved_rows);
}

TEST_F(PlanarYuvTest, TakesUyvyApart) {
  take_apart(PixelFormat::kUyvy, ColorRange::kFull, 2, 2, 4, {100, 10, 200, 20, 101, 30, 201, 40});
  EXPECT_EQ(yuv_.planes[0], (Bytes{10, 20, 30, 40}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 101}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 201}));
}

TEST_F(PlanarYuvTest, RepeatsTheLastColumnAndRowOfOddNv12) {
  take_apart(PixelFormat::kNv12, ColorRange::kFull, 3, 3, 4,
             {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 100, 200, 101, 201, 102, 202, 103, 203});
  EXPECT_TRUE(yuv_.halved_rows);
  EXPECT_EQ(yuv_.planes[0], (Bytes{1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 7, 8, 9, 9}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 101, 102, 103}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 201, 202, 203}));
}

TEST_F(PlanarYuvTest, KnowsWhereVComesFirst) {
  take_apart(PixelFormat::kYvyu, ColorRange::kFull, 2, 1, 4, {10, 200, 20, 100});
  EXPECT_EQ(yuv_.planes, (std::array<Bytes, 3>{Bytes{10, 20}, Bytes{100}, Bytes{200}}));
  take_apart(PixelFormat::kVyuy, ColorRange::kFull, 2, 1, 4, {200, 10, 100, 20});
  EXPECT_EQ(yuv_.planes, (std::array<Bytes, 3>{Bytes{10, 20}, Bytes{100}, Bytes{200}}));
  take_apart(PixelFormat::kNv21, ColorRange::kFull, 2, 2, 2, {1, 2, 3, 4, 200, 100});
  EXPECT_EQ(yuv_.planes, (std::array<Bytes, 3>{Bytes{1, 2, 3, 4}, Bytes{100}, Bytes{200}}));
  take_apart(PixelFormat::kYv12, ColorRange::kFull, 2, 2, 2, {1, 2, 3, 4, 200, 100});
  EXPECT_EQ(yuv_.planes, (std::array<Bytes, 3>{Bytes{1, 2, 3, 4}, Bytes{100}, Bytes{200}}));
}

TEST_F(PlanarYuvTest, TakesBothPlanesOfYu12AtAnOddSize) {
  take_apart(PixelFormat::kYu12, ColorRange::kFull, 3, 3, 3,
             {1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 101, 102, 103, 200, 201, 202, 203});
  EXPECT_TRUE(yuv_.halved_rows);
  EXPECT_EQ(yuv_.planes[0], (Bytes{1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 7, 8, 9, 9}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 101, 102, 103}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 201, 202, 203}));
}

TEST_F(PlanarYuvTest, KeepsEveryChromaRowOfNv16) {
  take_apart(PixelFormat::kNv16, ColorRange::kFull, 3, 3, 4,
             {1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 100, 200, 101, 201, 102, 202, 103, 203, 104, 204, 105, 205});
  EXPECT_FALSE(yuv_.halved_rows);
  EXPECT_EQ(yuv_.planes[0], (Bytes{1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 101, 102, 103, 104, 105}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 201, 202, 203, 204, 205}));
}

TEST_F(PlanarYuvTest, AnOddPackedRowThatEndsInMidPairRepeatsTheChromaBefore) {
  take_apart(PixelFormat::kYuyv, ColorRange::kFull, 3, 1, 6, {10, 100, 20, 200, 30, 101});
  EXPECT_EQ(yuv_.planes[0], (Bytes{10, 20, 30, 30}));
  EXPECT_EQ(yuv_.planes[1], (Bytes{100, 100}));
  EXPECT_EQ(yuv_.planes[2], (Bytes{200, 200}));
}

TEST_F(PlanarYuvTest, ASinglePackedPixelHasNoColor) {
  take_apart(PixelFormat::kYuyv, ColorRange::kFull, 1, 1, 2, {77, 100});
  EXPECT_EQ(yuv_.planes[0], (Bytes{77, 77}));
  EXPECT_EQ(yuv_.planes[1], Bytes{128});
  EXPECT_EQ(yuv_.planes[2], Bytes{128});
}

TEST_F(PlanarYuvTest, StretchesLimitedRange) {
  EXPECT_EQ(full_range_luma(16, ColorRange::kLimited), 0);
  EXPECT_EQ(full_range_luma(235, ColorRange::kLimited), 255);
  EXPECT_EQ(full_range_luma(0, ColorRange::kLimited), 0);
  EXPECT_EQ(full_range_luma(255, ColorRange::kLimited), 255);
  EXPECT_EQ(full_range_luma(126, ColorRange::kLimited), 128);
  EXPECT_EQ(full_range_luma(77, ColorRange::kFull), 77);
  EXPECT_EQ(full_range_chroma(128, ColorRange::kLimited), 128);
  EXPECT_EQ(full_range_chroma(240, ColorRange::kLimited), 255);
  EXPECT_EQ(full_range_chroma(16, ColorRange::kLimited), 0);
  take_apart(PixelFormat::kYuyv, ColorRange::kLimited, 2, 1, 4, {16, 128, 235, 240});
  EXPECT_EQ(yuv_.planes[0], (Bytes{0, 255}));
  EXPECT_EQ(yuv_.planes[1], Bytes{128});
  EXPECT_EQ(yuv_.planes[2], Bytes{255});
}

TEST_F(PlanarYuvTest, RoundsLumaOfMoreBitsToEight) {
  EXPECT_EQ(full_range_luma(0x3FF, ColorRange::kFull, 10), 255);
  EXPECT_EQ(full_range_luma(2, ColorRange::kFull, 10), 0);  // 0.4985
  EXPECT_EQ(full_range_luma(3, ColorRange::kFull, 10), 1);  // 0.7478
  EXPECT_EQ(full_range_luma(2048, ColorRange::kFull, 12), 128);
  EXPECT_EQ(full_range_luma(77 * 257, ColorRange::kFull, 16), 77);
  EXPECT_EQ(full_range_luma(64, ColorRange::kLimited, 10), 0);
  EXPECT_EQ(full_range_luma(504, ColorRange::kLimited, 10), 128);
  EXPECT_EQ(full_range_luma(940, ColorRange::kLimited, 10), 255);
  EXPECT_EQ(full_range_luma(1023, ColorRange::kLimited, 10), 255);
  EXPECT_EQ(full_range_luma(60160, ColorRange::kLimited, 16), 255);
}

}  // namespace
}  // namespace sobelcam
