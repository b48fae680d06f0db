// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/guarded.h"

// From bytes to gray for each kind of samples. Every expected number was worked out from SPEC.md in exact rational
// arithmetic, not by this program.
namespace sobelcam::test {
namespace {

class ReferenceFormats : public testing::Test {
 protected:
  using Bytes = std::vector<std::uint8_t>;
  using Levels = std::vector<float>;

  /// Gray of a picture without padding, row by row; its last byte lies against a page that must not be touched.
  static Levels gray(PixelFormat format, std::uint32_t width, std::uint32_t height, const Bytes& bytes,
                     ColorRange range = ColorRange::kFull) {
    const GuardedBytes guarded(bytes.size());
    std::copy(bytes.begin(), bytes.end(), guarded.data());
    const FrameView frame{guarded.data(), contiguous_layout(format, range, width, height, row_bytes(format, width))};
    const EdgeResult result = run_row(kReferencePipeline, frame, {{Plane::kGray}, false, false});
    Levels levels;
    for (std::uint32_t y = 0; y < height; ++y) {
      levels.insert(levels.end(), result.gray().row(y), result.gray().row(y) + width);
    }
    return levels;
  }
};

TEST_F(ReferenceFormats, TakesTheLow10BitsOfY10) {
  // 1, 512, 513 and 1023 below six bits that say nothing.
  EXPECT_EQ(gray(PixelFormat::kY10, 4, 1, {0x01, 0xFC, 0x00, 0xA2, 0x01, 0x02, 0xFF, 0xFF}),
            (Levels{0x1.fe7fa0p-3F, 0x1.fe7fa0p+6F, 0x1.ff7ee0p+6F, 255.0F}));
}

TEST_F(ReferenceFormats, TakesTheLow12BitsOfY12) {
  EXPECT_EQ(gray(PixelFormat::kY12, 3, 1, {0x01, 0xF0, 0x00, 0x58, 0xFF, 0x0F}),
            (Levels{0x1.fe1fe2p-5F, 0x1.fe1fe2p+6F, 255.0F}));
}

TEST_F(ReferenceFormats, TakesAllBitsOfY16) {
  // 1, 77 * 257, 32768, 65535.
  EXPECT_EQ(gray(PixelFormat::kY16, 4, 1, {0x01, 0x00, 0x4D, 0x4D, 0x00, 0x80, 0xFF, 0xFF}),
            (Levels{0x1.fe01fep-9F, 77.0F, 0x1.fe01fep+6F, 255.0F}));
}

TEST_F(ReferenceFormats, StretchesLimitedRangeLumaOfMoreBits) {
  // 0, 64, 65, 504, 505, 939, 940, 1023.
  EXPECT_EQ(gray(PixelFormat::kY10, 8, 1,
                 {0x00, 0x00, 0x40, 0x00, 0x41, 0x00, 0xF8, 0x01, 0xF9, 0x01, 0xAB, 0x03, 0xAC, 0x03, 0xFF, 0x03},
                 ColorRange::kLimited),
            (Levels{0.0F, 0.0F, 0x1.2a150ap-2F, 0x1.002a14p+7F, 0x1.00bf20p+7F, 0x1.fd6af4p+7F, 255.0F, 255.0F}));
  // 256, 257, 3760.
  EXPECT_EQ(gray(PixelFormat::kY12, 3, 1, {0x00, 0x01, 0x01, 0x01, 0xB0, 0x0E}, ColorRange::kLimited),
            (Levels{0.0F, 0x1.2a150ap-4F, 255.0F}));
  // 4096, 4097, 60160.
  EXPECT_EQ(gray(PixelFormat::kY16, 3, 1, {0x00, 0x10, 0x01, 0x10, 0x00, 0xEB}, ColorRange::kLimited),
            (Levels{0.0F, 0x1.2a150ap-8F, 255.0F}));
}

TEST_F(ReferenceFormats, FindsTheChannelsOfFourBytePixels) {
  const Levels of_200_100_50{0x1.f0ccccp+6F};
  EXPECT_EQ(gray(PixelFormat::kXr24, 1, 1, {50, 100, 200, 99}), of_200_100_50);
  EXPECT_EQ(gray(PixelFormat::kXb24, 1, 1, {200, 100, 50, 99}), of_200_100_50);
  EXPECT_EQ(gray(PixelFormat::kBx24, 1, 1, {99, 200, 100, 50}), of_200_100_50);
  EXPECT_EQ(gray(PixelFormat::kRx24, 1, 1, {99, 50, 100, 200}), of_200_100_50);
}

TEST_F(ReferenceFormats, WidensRgb565ByRepeatingTheHighestBits) {
  // Red, green, blue, white, the middle (132, 130, 132), and 0x1234 (16, 69, 165).
  EXPECT_EQ(gray(PixelFormat::kRgb565, 6, 1, {0x00, 0xF8, 0xE0, 0x07, 0x1F, 0x00, 0xFF, 0xFF, 0x10, 0x84, 0x34, 0x12}),
            (Levels{0x1.30fae0p+6F, 0x1.2b5eb8p+7F, 0x1.d11eb8p+4F, 255.0F, 0x1.05a6eap+7F, 0x1.006354p+6F}));
}

TEST_F(ReferenceFormats, FindsTheLumaOfEachYuvFormat) {
  const Levels of_two{7.0F, 9.0F};
  EXPECT_EQ(gray(PixelFormat::kYvyu, 2, 1, {7, 200, 9, 201}), of_two);
  EXPECT_EQ(gray(PixelFormat::kVyuy, 2, 1, {200, 7, 201, 9}), of_two);
  for (const PixelFormat format : {PixelFormat::kNv21, PixelFormat::kNv16, PixelFormat::kYu12, PixelFormat::kYv12}) {
    EXPECT_EQ(gray(format, 2, 1, {7, 9}), of_two) << fourcc(format);
  }
}

TEST_F(ReferenceFormats, InterpolatesAMosaicOfFourRowsAndColumns) {
  EXPECT_EQ(gray(PixelFormat::kRggb8, 4, 4,
                 {10, 20, 30, 41, 50, 60, 70, 80,  //
                  90, 100, 111, 120, 130, 140, 150, 165}),
            (Levels{0x1.e60000p+4F, 0x1.88f5c2p+4F, 0x1.7392f2p+5F, 0x1.51418ap+5F,  //
                    0x1.991ebap+5F, 0x1.e09918p+5F, 0x1.189916p+6F, 0x1.297c2ap+6F,  //
                    0x1.784cccp+6F, 0x1.909916p+6F, 0x1.b9c41ap+6F, 0x1.d66042p+6F,  //
                    0x1.dcb852p+6F, 0x1.d1cc4ap+6F, 0x1.153f7ep+7F, 0x1.067ceep+7F}));
}

TEST_F(ReferenceFormats, InterpolatesAMosaicOfOddSizeInEachOrder) {
  const Bytes mosaic{10, 20, 30, 40, 50, 60, 70, 80, 95};
  EXPECT_EQ(gray(PixelFormat::kRggb8, 3, 3, mosaic),
            (Levels{0x1.a4ccccp+4F, 0x1.76b852p+4F, 0x1.313334p+5F, 0x1.491eb8p+5F, 0x1.92fd70p+5F, 0x1.dcdc2ap+5F,
                    0x1.eecccep+5F, 0x1.354f5cp+6F, 0x1.2cc7aep+6F}));
  EXPECT_EQ(gray(PixelFormat::kGrbg8, 3, 3, mosaic),
            (Levels{0x1.068f5cp+4F, 0x1.01cccep+5F, 0x1.e6e148p+4F, 0x1.6f6666p+5F, 50.0F, 0x1.b67852p+5F,
                    0x1.1647aep+6F, 0x1.1208f6p+6F, 0x1.5a199ap+6F}));
  EXPECT_EQ(gray(PixelFormat::kGbrg8, 3, 3, mosaic),
            (Levels{0x1.41c28ep+4F, 0x1.2e3334p+5F, 0x1.2ea3d6p+5F, 0x1.60999ap+5F, 50.0F, 0x1.c5451ep+5F,
                    0x1.f15c28p+5F, 0x1.f7ab86p+5F, 0x1.4b4ccep+6F}));
  EXPECT_EQ(gray(PixelFormat::kBggr8, 3, 3, mosaic),
            (Levels{0x1.0d999ap+5F, 0x1.cf851ep+4F, 0x1.4ecccep+5F, 0x1.57eb86p+5F, 0x1.9123d8p+5F, 0x1.ca5c2ap+5F,
                    0x1.d13334p+5F, 0x1.1d4290p+6F, 0x1.0b7ae2p+6F}));
}

TEST_F(ReferenceFormats, MirrorsTheBorderOfTheSmallestMosaic) {
  // Red 200, green 100 and 60, blue 50: at red, green is (2 * 100 + 2 * 60) / 4.
  EXPECT_EQ(gray(PixelFormat::kGbrg8, 2, 2, {100, 50, 200, 60}),
            (Levels{0x1.f0ccccp+6F, 0x1.c1d70ap+6F, 0x1.c1d70ap+6F, 0x1.92e148p+6F}));
}

TEST_F(ReferenceFormats, RepeatsTheOnlyRowAndColumnOfAMosaic) {
  EXPECT_EQ(gray(PixelFormat::kRggb8, 1, 1, {77}), (Levels{77.0F}));
  EXPECT_EQ(gray(PixelFormat::kBggr8, 3, 1, {10, 20, 40}), (Levels{0x1.fd9998p+3F, 0x1.491eb8p+4F, 0x1.c26666p+4F}));
  EXPECT_EQ(gray(PixelFormat::kGrbg8, 1, 3, {10, 20, 40}), (Levels{0x1.647ae0p+3F, 0x1.6f6666p+4F, 0x1.2dc290p+5F}));
}

TEST_F(ReferenceFormats, UnpacksGroupsOfFourPixelsInFiveBytes) {
  // 1023, 512, 1, 2, 1020 and 0, 5, 6, 7, 700; each row's second group holds one pixel and bits that say nothing.
  EXPECT_EQ(gray(PixelFormat::kGrbg10Packed, 5, 2, {255, 128, 0, 0, 0x93, 255, 0xEE, 0xEE, 0xEE, 0xFC,  //
                                                    0,   1,   1, 1, 0xE4, 175, 0xEE, 0xEE, 0xEE, 0xFC}),
            (Levels{0x1.77b086p+7F, 0x1.30464ap+6F, 0x1.378a2ap+4F, 0x1.805278p+5F, 0x1.5292c0p+7F,  //
                    0x1.c578e8p+6F, 0x1.37d01ap+5F, 0x1.3d647ap+4F, 0x1.668998p+3F, 0x1.7cb3eap+6F}));
}

TEST_F(ReferenceFormats, TakesTheLowBitsOfMosaicWords) {
  // 4095, 1, 2 and 2048, 7, 4000 below four bits that say nothing.
  EXPECT_EQ(gray(PixelFormat::kBggr12, 3, 2,
                 {0xFF, 0xFF, 0x01, 0xF0, 0x02, 0xA0,  //
                  0x00, 0x78, 0x07, 0x10, 0xA0, 0x0F}),
            (Levels{0x1.0a9894p+6F, 0x1.d6b004p+3F, 0x1.25137ep+6F, 0x1.a03e94p+6F, 0x1.17d60ap+6F, 0x1.24b6c8p+7F}));
  // 65535, 40000 and 257, 1.
  EXPECT_EQ(gray(PixelFormat::kRggb16, 2, 2, {0xFF, 0xFF, 0x40, 0x9C, 0x01, 0x01, 0x01, 0x00}),
            (Levels{0x1.e8e126p+6F, 0x1.4f36f2p+7F, 0x1.33546cp+6F, 0x1.e8e126p+6F}));
}

}  // namespace
}  // namespace sobelcam::test
