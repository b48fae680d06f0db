// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/pixel_format.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace sobelcam {
namespace {

class PixelFormatTest : public testing::Test {
 protected:
  template <typename Predicate>
  static std::vector<std::string_view> names_where(Predicate holds) {
    std::vector<std::string_view> names;
    for (const PixelFormat format : kPixelFormats) {
      if (holds(format)) {
        names.push_back(fourcc(format));
      }
    }
    return names;
  }
};

TEST_F(PixelFormatTest, FormatsHaveTheNamesOfV4l2) {
  EXPECT_EQ(
      names_where([](PixelFormat) { return true; }),
      (std::vector<std::string_view>{"GREY", "RGB3", "BGR3", "YUYV", "UYVY", "NV12", "YVYU", "VYUY", "NV21", "NV16",
                                     "YU12", "YV12", "Y10 ", "Y12 ", "Y16 ", "XR24", "XB24", "BX24", "RX24", "RGBP",
                                     "RGGB", "GRBG", "GBRG", "BA81", "RG10", "BA10", "GB10", "BG10", "RG12", "BA12",
                                     "GB12", "BG12", "RG16", "GR16", "GB16", "BYR2", "pRAA", "pgAA", "pGAA", "pBAA"}));
}

TEST_F(PixelFormatTest, NoTwoFormatsHaveOneName) {
  std::set<std::string_view> names;
  for (const PixelFormat format : kPixelFormats) {
    EXPECT_EQ(fourcc(format).size(), 4U);
    EXPECT_TRUE(names.insert(fourcc(format)).second) << fourcc(format);
  }
}

TEST_F(PixelFormatTest, RangesHaveNames) {
  EXPECT_EQ(name(ColorRange::kFull), "full");
  EXPECT_EQ(name(ColorRange::kLimited), "limited");
}

TEST_F(PixelFormatTest, ColorsAndMosaicsAreRgb) {
  EXPECT_EQ(names_where([](PixelFormat format) { return is_rgb(format) && !is_bayer(format); }),
            (std::vector<std::string_view>{"RGB3", "BGR3", "XR24", "XB24", "BX24", "RX24", "RGBP"}));
}

TEST_F(PixelFormatTest, TheLastTwentyAreMosaicsOfFourOrdersEach) {
  const auto mosaics = names_where(is_bayer);
  ASSERT_EQ(mosaics.size(), 20U);
  EXPECT_EQ(mosaics.front(), "RGGB");
  for (std::size_t i = 0; i < mosaics.size(); ++i) {
    const FormatTraits& mosaic = kFormats.at(kFormats.size() - mosaics.size() + i);
    // RGGB, GRBG, GBRG, BGGR: where the R is in the first two rows of two.
    EXPECT_EQ(mosaic.red_x, i % 2) << mosaic.fourcc;
    EXPECT_EQ(mosaic.red_y, i % 4 / 2) << mosaic.fourcc;
  }
}

TEST_F(PixelFormatTest, RowBytesAreThoseOfThePixels) {
  EXPECT_EQ(row_bytes(PixelFormat::kGrey, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kNv12, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kYu12, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kGbrg8, 5), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kYuyv, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kVyuy, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kY10, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kRgb565, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kBggr16, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kRgb24, 5), 15U);
  EXPECT_EQ(row_bytes(PixelFormat::kRx24, 5), 20U);
}

TEST_F(PixelFormatTest, PackedRowsAreWholeGroupsOfFourPixels) {
  EXPECT_EQ(row_bytes(PixelFormat::kRggb10Packed, 1), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kRggb10Packed, 4), 5U);
  EXPECT_EQ(row_bytes(PixelFormat::kRggb10Packed, 5), 10U);
  EXPECT_EQ(row_bytes(PixelFormat::kRggb10Packed, 640), 800U);
}

TEST_F(PixelFormatTest, RowBytesDoNotWrapAt32Bits) {
  EXPECT_EQ(row_bytes(PixelFormat::kRgb24, 0xFFFFFFFFU), 12884901885U);
  EXPECT_EQ(row_bytes(PixelFormat::kBggr10Packed, 0xFFFFFFFFU), 5368709120U);
}

}  // namespace
}  // namespace sobelcam
