// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/pixel_reader.h"

#include <gtest/gtest.h>

namespace sobelcam::cuda {
namespace {

class PixelReaderTest : public testing::Test {
 protected:
  /// One of the bytes of FrameArguments::samples.
  static std::uint32_t number(PixelFormat format, std::uint32_t at) {
    const FrameLayout layout{format, ColorRange::kFull, 6, 3, 64};
    return frame_arguments(layout, 0, layout.stride).samples >> at & 0xFFU;
  }
};

TEST_F(PixelReaderTest, SaysWhereTheColorsOf32BitsLie) {
  EXPECT_EQ(number(PixelFormat::kXr24, kRedAt), 2U);
  EXPECT_EQ(number(PixelFormat::kXr24, kBlueAt), 0U);
  EXPECT_EQ(number(PixelFormat::kBx24, kRedAt), 1U);
  EXPECT_EQ(number(PixelFormat::kBx24, kBlueAt), 3U);
}

TEST_F(PixelReaderTest, SaysWhereTheRedSitesOfAMosaicLie) {
  EXPECT_EQ(number(PixelFormat::kGrbg12, kRedAt), 1U);
  EXPECT_EQ(number(PixelFormat::kGrbg12, kRedRowAt), 0U);
  EXPECT_EQ(number(PixelFormat::kGbrg10Packed, kRedAt), 0U);
  EXPECT_EQ(number(PixelFormat::kGbrg10Packed, kRedRowAt), 1U);
}

TEST_F(PixelReaderTest, SaysHowManyBitsCount) {
  EXPECT_EQ(number(PixelFormat::kY12, kBitsAt), 12U);
  EXPECT_EQ(number(PixelFormat::kRggb8, kBitsAt), 8U);
  EXPECT_EQ(number(PixelFormat::kBggr16, kBitsAt), 16U);
}

TEST_F(PixelReaderTest, GivesTheKernelsTheStrideAtTheEndOfTheirWay) {
  const FrameLayout layout{PixelFormat::kY16, ColorRange::kLimited, 6, 3, 1000};
  const FrameArguments frame = frame_arguments(layout, 4096, 64);
  EXPECT_EQ(frame.pixels, 4096U);
  EXPECT_EQ(frame.stride, 64U);
  EXPECT_EQ(frame.width, 6U);
  EXPECT_EQ(frame.height, 3U);
  EXPECT_EQ(frame.limited_range, 1U);
}

}  // namespace
}  // namespace sobelcam::cuda
