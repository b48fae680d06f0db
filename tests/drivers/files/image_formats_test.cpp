// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/image_formats.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/bytes.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::ByteWriter;

class ImageFormats : public testing::Test {
 protected:
  static ImageFault fault(const Bytes& bytes) { return test::fault_of(open_image, bytes); }
  static ImageFault fault(std::string_view text) { return fault(test::to_bytes(text)); }

  const Bytes jpeg_ = test::test_data("jpeg-real/jpg-gray.jpg");
};

TEST_F(ImageFormats, KnowsFilesByTheirFirstBytes) {
  EXPECT_EQ(test::decode_whole(open_image, test::test_data("photos/chelsea.png")).header.width, 451U);
  EXPECT_EQ(test::decode_whole(open_image, jpeg_).header.width, 32U);
  EXPECT_EQ(test::decode_whole(open_image, test::to_bytes("P5 3 1 255\nabc")).header.width, 3U);
  const auto bmp =
      ByteWriter().text("BM").l32({0, 0, 54, 40, 1, 1}).l16({1, 24}).l32({0, 0, 0, 0, 0, 0}).u8({1, 2, 3, 0}).bytes();
  EXPECT_EQ(test::decode_whole(open_image, bmp).header.format, PixelFormat::kBgr24);
}

TEST_F(ImageFormats, FindsAJpegBehindALittleJunk) {
  const Bytes behind = test::concatenated({Bytes(4000), jpeg_});
  EXPECT_EQ(test::decode_whole(open_image, behind).pixels, test::decode_whole(open_image, jpeg_).pixels);
  EXPECT_EQ(fault(test::concatenated({Bytes(5000), jpeg_})).kind, ImageFaultKind::kNotAnImage);
}

TEST_F(ImageFormats, SaysThatNothingIsEmpty) {
  EXPECT_EQ(fault(Bytes{}).kind, ImageFaultKind::kEmpty);
  EXPECT_NE(fault(Bytes{}).message.find("empty"), std::string::npos);
}

TEST_F(ImageFormats, ShowsTheFirstBytesOfWhatIsNoImage) {
  const auto text = fault("Hello, world");
  EXPECT_EQ(text.kind, ImageFaultKind::kNotAnImage);
  EXPECT_EQ(text.message, "not an image: begins with 48 65 6c 6c 6f 2c 20 77; PNG, JPEG, PPM/PGM and BMP are read");
  EXPECT_EQ(fault("\x01").message, "not an image: begins with 01; PNG, JPEG, PPM/PGM and BMP are read");
}

TEST_F(ImageFormats, TakesNoTextForNetpbm) {
  EXPECT_EQ(fault("P5000 is a printer").kind, ImageFaultKind::kNotAnImage);
  EXPECT_EQ(fault("P8 1 1").kind, ImageFaultKind::kNotAnImage);
}

TEST_F(ImageFormats, CallsAVideoAVideo) {
  const auto video = fault("YUV4MPEG2 W2 H2 F30:1\nFRAME\n");
  EXPECT_EQ(video.kind, ImageFaultKind::kNotAnImage);
  EXPECT_NE(video.message.find("video"), std::string::npos);
}

TEST_F(ImageFormats, BoundsTheSizeOfAPicture) {
  EXPECT_FALSE(check_image_size(1, 1));
  EXPECT_FALSE(check_image_size(65535, 2048));
  EXPECT_EQ(check_image_size(65535, 2049)->kind, ImageFaultKind::kTooLarge);
  EXPECT_EQ(check_image_size(65535, 2049)->message,
            "the header says 65535 x 2049 pixels; at most 134217728 pixels in all, scale it down first");
  EXPECT_EQ(check_image_size(65536, 1)->message, "the header says 65536 x 1 pixels; at most 65535 each way");
  EXPECT_EQ(check_image_size(1, 0)->kind, ImageFaultKind::kBroken);
  EXPECT_EQ(check_image_size(UINT64_MAX, UINT64_MAX)->kind, ImageFaultKind::kTooLarge);
}

}  // namespace
}  // namespace sobelcam
