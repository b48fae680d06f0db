// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_encoder.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "drivers/frame/image.h"
#include "drivers/jpeg/jpeg_decoder.h"
#include "tests/support/bytes.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

using test::Bytes;

class JpegEncoderTest : public testing::Test {
 protected:
  static Image<std::uint8_t> smooth(std::uint32_t width, std::uint32_t height) {
    Image<std::uint8_t> picture(width, height);
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        picture.row(y)[x] = static_cast<std::uint8_t>((2 * x + 3 * y) % 509 / 2);
      }
    }
    return picture;
  }

  static Image<std::uint8_t> noise(std::uint32_t width, std::uint32_t height) {
    Image<std::uint8_t> picture(width, height);
    std::uint32_t state = 1;
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        state = state * 1664525 + 1013904223;
        picture.row(y)[x] = static_cast<std::uint8_t>(state >> 24);
      }
    }
    return picture;
  }

  Bytes encoded(ImageView<const std::uint8_t> plane, int quality) {
    const auto bytes = encoder_.encode_gray(plane, quality);
    return {bytes.begin(), bytes.end()};
  }

  JpegEncoder encoder_;
};

TEST_F(JpegEncoderTest, WritesOneComponent) {
  const Bytes bytes = encoded(smooth(40, 30).view(), 80);
  const std::size_t frame = test::position_of(bytes, {0xFF, 0xC0});
  EXPECT_EQ(std::to_integer<int>(bytes[frame + 9]), 1);
}

TEST_F(JpegEncoderTest, GivesBackNearlyTheSamePixels) {
  const auto picture = smooth(67, 45);
  const auto read = test::decode_whole(open_jpeg, encoded(picture.view(), 95));
  ASSERT_EQ(read.header.format, PixelFormat::kGrey);
  ASSERT_EQ(read.header.width, 67U);
  ASSERT_EQ(read.header.height, 45U);
  for (std::uint32_t y = 0; y < 45; ++y) {
    for (std::uint32_t x = 0; x < 67; ++x) {
      ASSERT_NEAR(read.at(x, y), picture.row(y)[x], 3) << x << " " << y;
    }
  }
}

TEST_F(JpegEncoderTest, SpendsMoreBytesOnMoreQuality) {
  const auto picture = noise(64, 64);
  EXPECT_LT(encoded(picture.view(), 1).size(), encoded(picture.view(), 50).size());
  EXPECT_LT(encoded(picture.view(), 50).size(), encoded(picture.view(), 100).size());
}

TEST_F(JpegEncoderTest, GivesTheSameBytesWhateverThePaddingAndThePicturesBefore) {
  auto small = smooth(9, 9);
  const Bytes first = encoded(small.view(), 90);
  const auto large = noise(640, 480);
  EXPECT_EQ(test::decode_whole(open_jpeg, encoded(large.view(), 100)).header.width, 640U);
  small.row(3)[9] ^= 0xFF;
  EXPECT_EQ(encoded(small.view(), 90), first);
}

TEST_F(JpegEncoderTest, TakesTheLongestSides) {
  EXPECT_EQ(test::decode_whole(open_jpeg, encoded(smooth(65500, 1).view(), 50)).header.width, 65500U);
  EXPECT_EQ(test::decode_whole(open_jpeg, encoded(smooth(1, 65500).view(), 50)).header.height, 65500U);
}

TEST_F(JpegEncoderTest, RefusesSidesThatAJpegCannotHave) {
  EXPECT_THROW(encoded({}, 80), std::invalid_argument);
  EXPECT_THROW(encoded(smooth(65501, 1).view(), 80), std::invalid_argument);
  EXPECT_THROW(encoded(smooth(1, 65501).view(), 80), std::invalid_argument);
}

TEST_F(JpegEncoderTest, RefusesAQualityOutOfRange) {
  const auto picture = smooth(8, 8);
  EXPECT_THROW(encoded(picture.view(), 0), std::invalid_argument);
  EXPECT_THROW(encoded(picture.view(), 101), std::invalid_argument);
  EXPECT_NO_THROW(encoded(picture.view(), 1));
  EXPECT_NO_THROW(encoded(picture.view(), 100));
}

TEST_F(JpegEncoderTest, MovesWithItsBuffer) {
  const auto picture = smooth(16, 16);
  const Bytes expected = encoded(picture.view(), 80);
  JpegEncoder moved = std::move(encoder_);
  const auto bytes = moved.encode_gray(picture.view(), 80);
  EXPECT_EQ(Bytes(bytes.begin(), bytes.end()), expected);
}

}  // namespace
}  // namespace sobelcam
