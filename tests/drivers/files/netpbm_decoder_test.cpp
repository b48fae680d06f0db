// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "drivers/files/image_formats.h"
#include "tests/support/bytes.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::ByteWriter;
using Values = std::vector<std::uint8_t>;

class NetpbmDecoder : public testing::Test {
 protected:
  static test::DecodedPicture decode(std::string_view text) {
    return test::decode_whole(open_netpbm, test::to_bytes(text));
  }
  static ImageFault fault(std::string_view text) { return test::fault_of(open_netpbm, test::to_bytes(text)); }

  const Bytes gray_ = ByteWriter().text("P5\n3 2\n255\n").u8({0, 10, 13, 32, 35, 255}).bytes();
};

TEST_F(NetpbmDecoder, ReadsBinaryGray) {
  const auto picture = test::decode_whole(open_netpbm, gray_);
  EXPECT_EQ(picture.header.format, PixelFormat::kGrey);
  EXPECT_EQ(picture.header.width, 3U);
  EXPECT_EQ(picture.header.height, 2U);
  EXPECT_EQ(picture.pixels, (Values{0, 10, 13, 32, 35, 255}));
}

TEST_F(NetpbmDecoder, ReadsBinaryColor) {
  const auto picture = decode("P6 2 1 255 abcdef");
  EXPECT_EQ(picture.header.format, PixelFormat::kRgb24);
  EXPECT_EQ(picture.pixels, (Values{'a', 'b', 'c', 'd', 'e', 'f'}));
}

TEST_F(NetpbmDecoder, ReadsPlainGrayAndColor) {
  EXPECT_EQ(decode("P2 2 2 255 1 2\n3\t255\n").pixels, (Values{1, 2, 3, 255}));
  const auto color = decode("P3\n1 2\n255\n1 2 3 4 5 6\n");
  EXPECT_EQ(color.header.format, PixelFormat::kRgb24);
  EXPECT_EQ(color.pixels, (Values{1, 2, 3, 4, 5, 6}));
}

TEST_F(NetpbmDecoder, SkipsCommentsAndAnyWhiteSpace) {
  EXPECT_EQ(decode("P5#a picture\r\n \t2 # wide\n\v1\f#of at most 9\n255\nxy").pixels, (Values{'x', 'y'}));
  EXPECT_EQ(decode("P2 2 1 255 7 # seven\n 8#eight\n").pixels, (Values{7, 8}));
}

TEST_F(NetpbmDecoder, TakesExactlyOneByteOfWhiteSpaceBeforeBinarySamples) {
  EXPECT_EQ(decode("P5 2 1 255\n\n ").pixels, (Values{'\n', ' '}));
}

TEST_F(NetpbmDecoder, ScalesOtherMaximaWithRounding) {
  EXPECT_EQ(decode("P2 4 1 3 0 1 2 3\n").pixels, (Values{0, 85, 170, 255}));
  EXPECT_EQ(decode("P2 3 1 1000 1 2 1000\n").pixels, (Values{0, 1, 255}));
  EXPECT_EQ(decode("P2 1 1 1 1\n").pixels, (Values{255}));
}

TEST_F(NetpbmDecoder, ReadsTwoBytesASampleWhereTheMaximumNeedsThem) {
  const auto bytes = ByteWriter().text("P5 4 1 65535\n").b16({65535, 0x0080, 0x0081, 0x8000}).bytes();
  EXPECT_EQ(test::decode_whole(open_netpbm, bytes).pixels, (Values{255, 0, 1, 128}));
}

TEST_F(NetpbmDecoder, RefusesASampleAboveTheMaximum) {
  for (const auto* text :
       {"P5 2 2 100\n\1\2\3e", "P2 2 2 100\n1 2 3 101\n", "P2 2 2 100\n1 2 3 99999999999999999999\n"}) {
    const auto broken = fault(text);
    EXPECT_EQ(broken.kind, ImageFaultKind::kBroken);
    EXPECT_NE(broken.message.find("row 2 of 2"), std::string::npos) << broken.message;
    EXPECT_NE(broken.message.find("above the maximum 100"), std::string::npos) << broken.message;
  }
}

TEST_F(NetpbmDecoder, RefusesAMaximumOutOfRange) {
  EXPECT_EQ(fault("P5 1 1 0\nx").kind, ImageFaultKind::kBroken);
  EXPECT_NE(fault("P5 1 1 65536\nxx").message.find("65536; 1 to 65535"), std::string::npos);
}

TEST_F(NetpbmDecoder, RefusesWhatIsNoNumber) {
  EXPECT_NE(fault("P5 x 1 255\nx").message.find("width is no number"), std::string::npos);
  EXPECT_NE(fault("P5 1 -1 255\nx").message.find("height is no number"), std::string::npos);
  EXPECT_NE(fault("P5 1 1 2a5\nx").message.find("maximum is no number"), std::string::npos);
  EXPECT_NE(fault("P2 2 1 255\n1 ?\n").message.find("row 1 of 1"), std::string::npos);
}

TEST_F(NetpbmDecoder, RefusesSizesBeyondTheLimits) {
  EXPECT_EQ(fault("P5 0 0 255\n").message, "the header says 0 x 0 pixels");
  EXPECT_EQ(fault("P5 100000 1 255\n").kind, ImageFaultKind::kTooLarge);
  EXPECT_EQ(fault("P6 65535 65535 255\n").kind, ImageFaultKind::kTooLarge);
  EXPECT_EQ(fault("P5 99999999999999999999999 1 255\n").kind, ImageFaultKind::kTooLarge);
}

TEST_F(NetpbmDecoder, NamesTheFirstMissingRow) {
  const auto binary = fault("P5 2 3 255\nabc");
  EXPECT_EQ(binary.kind, ImageFaultKind::kTruncated);
  EXPECT_EQ(binary.message, "truncated: row 2 of 3 is missing");
  const auto plain = fault("P2 2 3 255\n1 2 3\n");
  EXPECT_EQ(plain.kind, ImageFaultKind::kTruncated);
  EXPECT_EQ(plain.message.find("truncated: row 2 of 3 is missing"), 0U) << plain.message;
}

TEST_F(NetpbmDecoder, RefusesABinaryFileCutAtAnyByte) {
  const auto cuts = test::cut_at_every_byte(open_netpbm, gray_);
  EXPECT_EQ(cuts.faults, static_cast<int>(gray_.size()));
  EXPECT_EQ(cuts.other_kinds, 0);
}

// Without the white space behind it, the last number might be the first digits of a longer one.
TEST_F(NetpbmDecoder, RefusesAPlainFileCutAtAnyByte) {
  const auto file = test::to_bytes("P3\n# two\n2 1\n255\n1 20 255 100 50 255\n");
  const auto cuts = test::cut_at_every_byte(open_netpbm, file);
  EXPECT_EQ(cuts.faults, static_cast<int>(file.size()));
  EXPECT_EQ(cuts.other_kinds, 0);
}

TEST_F(NetpbmDecoder, SurvivesAnySpoiledByte) {
  EXPECT_GT(test::spoil_every_byte(open_netpbm, gray_), 0);
  EXPECT_GT(test::spoil_every_byte(open_netpbm, test::to_bytes("P3\n2 1\n255\n1 20 255 100 50 255\n")), 0);
}

TEST_F(NetpbmDecoder, IgnoresWhatFollowsTheFirstPicture) {
  EXPECT_EQ(test::decode_whole(open_netpbm, test::concatenated({gray_, gray_})).pixels.size(), 6U);
}

TEST_F(NetpbmDecoder, SaysWhatToDoWithBitmapsAndPam) {
  for (const auto* text : {"P1 1 1 0\n", "P4 8 1\nx", "P7\nWIDTH 1\n"}) {
    EXPECT_EQ(fault(text).kind, ImageFaultKind::kUnsupported);
    EXPECT_NE(fault(text).message.find("convert it to PGM or PPM"), std::string::npos);
  }
}

}  // namespace
}  // namespace sobelcam
