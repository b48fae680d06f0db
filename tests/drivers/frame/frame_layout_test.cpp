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

TEST_F(FrameLayoutTest, ChromaFollowsTheLumaWhereItIsNotAmongIt) {
  for (const FormatTraits& format : kFormats) {
    const bool has_planes = format.chroma != Chroma::kNone && format.chroma != Chroma::kPacked;
    const FrameLayout layout = of(format.format, 640, 480);
    EXPECT_EQ(layout.chroma_offset, has_planes ? layout.stride * 480 : 0) << format.fourcc;
  }
}

TEST_F(FrameLayoutTest, InterleavedChromaHasTheStrideOfTheLuma) {
  for (const PixelFormat format : {PixelFormat::kNv12, PixelFormat::kNv21, PixelFormat::kNv16}) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kLimited, 10, 6, 24);
    EXPECT_EQ(layout.chroma_stride, 24U) << fourcc(format);
    EXPECT_EQ(layout.second_chroma_offset, 0U) << fourcc(format);
  }
}

TEST_F(FrameLayoutTest, PlanesOfChromaHaveHalfTheStrideAndFollowEachOther) {
  for (const PixelFormat format : {PixelFormat::kYu12, PixelFormat::kYv12}) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kLimited, 10, 5, 24);
    EXPECT_EQ(layout.chroma_stride, 12U);
    EXPECT_EQ(layout.chroma_offset, 24U * 5);
    EXPECT_EQ(layout.second_chroma_offset, 24U * 5 + 12U * 3);
    EXPECT_EQ(layout_bytes(layout), 24U * 5 + 2 * 12U * 3);
  }
}

TEST_F(FrameLayoutTest, PlanesOfChromaHaveRoomForTheirRowsAtAnOddStride) {
  const FrameLayout layout = contiguous_layout(PixelFormat::kYu12, ColorRange::kLimited, 5, 3, 5);
  EXPECT_EQ(layout.chroma_stride, 3U);
  EXPECT_EQ(layout_bytes(layout), 15U + 2 * 6);
}

TEST_F(FrameLayoutTest, BytesCountTheLastChromaPairOfAnOddStride) {
  EXPECT_EQ(layout_bytes(contiguous_layout(PixelFormat::kNv12, ColorRange::kLimited, 5, 4, 5)), 20U + 5 + 6);
  EXPECT_EQ(layout_bytes(contiguous_layout(PixelFormat::kNv16, ColorRange::kLimited, 5, 2, 5)), 10U + 5 + 6);
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

TEST_F(FrameLayoutTest, Nv16HasAChromaRowForEachRow) {
  EXPECT_EQ(layout_bytes(of(PixelFormat::kNv16, 64, 5)), 64U * 10);
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

TEST_F(FrameLayoutTest, EachPlaneOfChromaHasItsRows) {
  const FrameLayout layout = of(PixelFormat::kYv12, 6, 4);
  std::vector<std::uint8_t> bytes(layout_bytes(layout));
  const MutableFrameView view{bytes.data(), layout};
  EXPECT_EQ(view.chroma_row(1), bytes.data() + 4 * 64 + 32);
  EXPECT_EQ(view.second_chroma_row(0), bytes.data() + 4 * 64 + 2 * 32);
  EXPECT_EQ(view.second_chroma_row(1) + 32, bytes.data() + bytes.size());
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
