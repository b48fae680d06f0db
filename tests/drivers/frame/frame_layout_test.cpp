// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "drivers/frame/frame_view.h"

namespace sobelcam {
namespace {

class FrameLayoutTest : public testing::Test {
 protected:
  static FrameLayout of(PixelFormat format, std::uint32_t width, std::uint32_t height) {
    return aligned_layout(format, ColorRange::kLimited, width, height);
  }
};

TEST_F(FrameLayoutTest, RowBytesAreThoseOfThePixels) {
  EXPECT_EQ(row_bytes(PixelFormat::kGrey, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kNv12, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kYuyv, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kUyvy, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kRgb24, 5), 15U);
  EXPECT_EQ(row_bytes(PixelFormat::kBgr24, 5), 15U);
}

TEST_F(FrameLayoutTest, RowBytesDoNotWrapAt32Bits) {
  EXPECT_EQ(row_bytes(PixelFormat::kRgb24, 0xFFFFFFFFU), 12884901885U);
}

TEST_F(FrameLayoutTest, FormatsHaveTheNamesOfV4l2) {
  std::vector<std::string_view> names;
  for (const PixelFormat format : kPixelFormats) {
    names.push_back(fourcc(format));
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"GREY", "RGB3", "BGR3", "YUYV", "UYVY", "NV12"}));
}

TEST_F(FrameLayoutTest, RangesHaveNames) {
  EXPECT_EQ(name(ColorRange::kFull), "full");
  EXPECT_EQ(name(ColorRange::kLimited), "limited");
}

TEST_F(FrameLayoutTest, OnlyTheRgbFormatsAreRgb) {
  for (const PixelFormat format : kPixelFormats) {
    EXPECT_EQ(is_rgb(format), format == PixelFormat::kRgb24 || format == PixelFormat::kBgr24) << fourcc(format);
  }
}

TEST_F(FrameLayoutTest, KeepsWhatItWasMadeOf) {
  const FrameLayout layout = of(PixelFormat::kUyvy, 33, 7);
  EXPECT_EQ(layout.format, PixelFormat::kUyvy);
  EXPECT_EQ(layout.range, ColorRange::kLimited);
  EXPECT_EQ(layout.width, 33U);
  EXPECT_EQ(layout.height, 7U);
}

TEST_F(FrameLayoutTest, RowsStartOnMultiplesOf64) {
  EXPECT_EQ(of(PixelFormat::kGrey, 1, 1).stride, 64U);
  EXPECT_EQ(of(PixelFormat::kGrey, 64, 1).stride, 64U);
  EXPECT_EQ(of(PixelFormat::kGrey, 65, 1).stride, 128U);
  EXPECT_EQ(of(PixelFormat::kRgb24, 22, 1).stride, 128U);
  EXPECT_EQ(of(PixelFormat::kYuyv, 640, 1).stride, 1280U);
}

TEST_F(FrameLayoutTest, AnOddLastPixelHasRoomForItsWholePair) {
  EXPECT_EQ(of(PixelFormat::kYuyv, 31, 1).stride, 64U);
  EXPECT_EQ(of(PixelFormat::kYuyv, 33, 1).stride, 128U);
  EXPECT_EQ(of(PixelFormat::kNv12, 63, 1).stride, 64U);
  EXPECT_GE(of(PixelFormat::kNv12, 65, 1).stride, 66U);
}

TEST_F(FrameLayoutTest, TheChromaOfNv12FollowsTheLuma) {
  EXPECT_EQ(of(PixelFormat::kNv12, 640, 480).chroma_offset, 640U * 480U);
  EXPECT_EQ(of(PixelFormat::kYuyv, 640, 480).chroma_offset, 0U);
}

TEST_F(FrameLayoutTest, BytesCountThePadding) {
  EXPECT_EQ(layout_bytes(of(PixelFormat::kGrey, 65, 3)), 3U * 128U);
  EXPECT_EQ(layout_bytes(of(PixelFormat::kRgb24, 640, 480)), 1920U * 480U);
}

TEST_F(FrameLayoutTest, Nv12HasAChromaRowForEachBegunPairOfRows) {
  EXPECT_EQ(layout_bytes(of(PixelFormat::kNv12, 64, 4)), 64U * (4 + 2));
  EXPECT_EQ(layout_bytes(of(PixelFormat::kNv12, 64, 5)), 64U * (5 + 3));
  EXPECT_EQ(layout_bytes(of(PixelFormat::kNv12, 1, 1)), 64U * 2);
}

TEST_F(FrameLayoutTest, TheLargestPictureDoesNotWrap) {
  EXPECT_EQ(layout_bytes(of(PixelFormat::kRgb24, 65535, 65535)), std::size_t{196608} * 65535);
}

TEST_F(FrameLayoutTest, RowsAndChromaRowsLieWhereTheLayoutSays) {
  const FrameLayout layout = of(PixelFormat::kNv12, 6, 5);
  std::vector<std::uint8_t> bytes(layout_bytes(layout));
  const MutableFrameView view{bytes.data(), layout};
  EXPECT_EQ(view.row(4), bytes.data() + std::size_t{4} * 64);
  EXPECT_EQ(view.chroma_row(0), bytes.data() + std::size_t{5} * 64);
  EXPECT_EQ(view.chroma_row(2), bytes.data() + std::size_t{7} * 64);
}

TEST_F(FrameLayoutTest, AMutableViewCanBeRead) {
  std::vector<std::uint8_t> bytes(64, 9);
  const MutableFrameView writable{bytes.data(), of(PixelFormat::kGrey, 3, 1)};
  const FrameView view = writable;
  EXPECT_EQ(view.row(0)[2], 9);
  EXPECT_EQ(view.layout, writable.layout);
}

}  // namespace
}  // namespace sobelcam
