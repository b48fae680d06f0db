// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_decoder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <utility>

#include "tests/support/decoding.h"
#include "tests/support/jpeg_files.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::JpegColors;
using test::make_jpeg;

class JpegDecoder : public testing::Test {
 protected:
  static test::DecodedPicture decode(const Bytes& bytes) { return test::decode_whole(open_jpeg, bytes); }

  static void expect_luma_of_turbojpeg(const Bytes& bytes) {
    const auto picture = decode(bytes);
    EXPECT_EQ(picture.header.format, PixelFormat::kGrey);
    EXPECT_EQ(picture.header.range, ColorRange::kFull);
    EXPECT_EQ(picture.pixels, test::luma_by_turbojpeg(bytes));
  }

  /// Where the segment with this marker begins.
  static std::ptrdiff_t segment(const Bytes& bytes, unsigned marker) {
    return static_cast<std::ptrdiff_t>(test::position_of(bytes, {0xFF, marker}));
  }

  static Bytes with_junk(Bytes bytes, std::ptrdiff_t at) {
    const auto junk = test::ByteWriter().u8({0x12, 0x00, 0x34, 0x00}).bytes();
    bytes.insert(bytes.begin() + at, junk.begin(), junk.end());
    return bytes;
  }
};

TEST_F(JpegDecoder, GivesTheLumaBitForBitAtEachSampling) {
  for (const auto& [horizontal, vertical] : {std::pair(1, 1), {2, 1}, {1, 2}, {2, 2}, {4, 1}}) {
    SCOPED_TRACE(testing::Message() << horizontal << " x " << vertical);
    expect_luma_of_turbojpeg(make_jpeg({.luma_horizontal = horizontal, .luma_vertical = vertical}));
  }
}

TEST_F(JpegDecoder, GivesTheLumaOfGrayProgressiveAndRestartedFiles) {
  expect_luma_of_turbojpeg(make_jpeg({.colors = JpegColors::kGray}));
  expect_luma_of_turbojpeg(make_jpeg({.progressive = true}));
  expect_luma_of_turbojpeg(make_jpeg({.restart_rows = 1}));
  expect_luma_of_turbojpeg(make_jpeg({.scan_per_component = true}));
}

TEST_F(JpegDecoder, GivesTheLumaAtOddSizes) {
  for (const std::uint32_t width : {1U, 7U, 8U, 9U, 15U, 17U, 63U, 65U}) {
    for (const std::uint32_t height : {1U, 16U, 17U}) {
      SCOPED_TRACE(testing::Message() << width << " x " << height);
      expect_luma_of_turbojpeg(make_jpeg({.width = width, .height = height}));
    }
  }
}

TEST_F(JpegDecoder, GivesTheSameLumaWhateverTheScans) {
  const auto baseline = decode(make_jpeg({}));
  EXPECT_EQ(decode(make_jpeg({.progressive = true})).pixels, baseline.pixels);
  EXPECT_EQ(decode(make_jpeg({.scan_per_component = true})).pixels, baseline.pixels);
  EXPECT_EQ(decode(make_jpeg({.own_huffman_tables = true})).pixels, baseline.pixels);
}

TEST_F(JpegDecoder, GivesRgbFilesAsRedGreenBlue) {
  const auto picture = decode(make_jpeg({.colors = JpegColors::kRgb, .width = 9, .height = 3, .quality = 100}));
  EXPECT_EQ(picture.header.format, PixelFormat::kRgb24);
  ASSERT_EQ(picture.pixels.size(), 81U);
  for (unsigned i = 0; i < 27; ++i) {
    EXPECT_NEAR(picture.pixels[i], 5 * i, 3) << i;  // the first row of the test picture
  }
}

TEST_F(JpegDecoder, RepeatsLumaThatIsSampledLessThanChroma) {
  const auto picture =
      decode(make_jpeg({.width = 16, .height = 8, .luma_horizontal = 1, .luma_vertical = 1, .chroma_horizontal = 2}));
  ASSERT_EQ(picture.header.width, 16U);
  for (std::uint32_t x = 0; x < 16; x += 2) {
    EXPECT_EQ(picture.at(x, 3), picture.at(x + 1, 3)) << x;
  }
  EXPECT_NE(picture.at(0, 3), picture.at(8, 3));
}

TEST_F(JpegDecoder, TakesTheStandardHuffmanTablesWhereAFrameHasNone) {
  const Bytes whole = make_jpeg({});
  const Bytes bare = test::without_segments(whole, 0xC4);
  ASSERT_LT(bare.size(), whole.size() - 400);
  EXPECT_EQ(decode(bare).pixels, decode(whole).pixels);
}

TEST_F(JpegDecoder, LendsAFrameNoTablesOfTheFrameBefore) {
  const Bytes fitted = make_jpeg({.own_huffman_tables = true});
  const Bytes standard = make_jpeg({});
  ASSERT_NE(fitted.size(), standard.size());
  const auto expected = decode(standard).pixels;
  decode(fitted);
  EXPECT_EQ(decode(test::without_segments(standard, 0xC4)).pixels, expected);
  const auto fault = test::fault_of(open_jpeg, test::without_segments(standard, 0xDB));
  EXPECT_EQ(fault.kind, ImageFaultKind::kBroken);
  EXPECT_NE(fault.message.find("Quantization table"), std::string::npos) << fault.message;
}

TEST_F(JpegDecoder, SkipsJunkBeforeAnyMarker) {
  const Bytes clean = make_jpeg({});
  const auto expected = decode(clean).pixels;
  for (const unsigned marker : {0xE0U, 0xDBU, 0xC0U, 0xC4U, 0xDAU, 0xD9U}) {
    SCOPED_TRACE(marker);
    EXPECT_EQ(decode(with_junk(clean, segment(clean, marker))).pixels, expected);
  }
}

TEST_F(JpegDecoder, SkipsJunkBeforeTheFirstMarkerUpToALimit) {
  const Bytes clean = make_jpeg({});
  EXPECT_EQ(decode(test::concatenated({Bytes(65536), clean})).pixels, decode(clean).pixels);
  const auto fault = test::fault_of(open_jpeg, test::concatenated({Bytes(65537), clean}));
  EXPECT_EQ(fault.kind, ImageFaultKind::kNotAnImage);
}

TEST_F(JpegDecoder, AcceptsAnUnknownJfifVersion) {
  Bytes bytes = make_jpeg({});
  const auto expected = decode(bytes).pixels;
  bytes[test::position_of(bytes, {'J', 'F', 'I', 'F', 0}) + 5] = std::byte{9};
  EXPECT_EQ(decode(bytes).pixels, expected);
}

TEST_F(JpegDecoder, IgnoresWhatFollowsTheEnd) {
  const Bytes clean = make_jpeg({});
  EXPECT_EQ(decode(test::concatenated({clean, clean})).pixels, decode(clean).pixels);
}

TEST_F(JpegDecoder, ReadsRealPictures) {
  for (const auto* name : {"extraneous-data.jpg", "grayscale_long.jpg", "jpg-gray.jpg", "jpg-progressive.jpg",
                           "jpg-size-15x15.jpg", "jpg-size-17x17.jpg", "jpg-size-1x1.jpg", "restarts.jpg"}) {
    SCOPED_TRACE(name);
    expect_luma_of_turbojpeg(test::test_data(std::filesystem::path("jpeg-real") / name));
  }
}

// No Huffman tables, two APP0 segments, and surplus bytes before 19 of its 540 restart markers, though no pixel
// is wrong: that is why junk before a marker is no fault.
TEST_F(JpegDecoder, ReadsAFrameOfARealCamera) {
  const Bytes frame = test::test_data("jpeg-real/mjpeg.jpg");
  const auto picture = decode(frame);
  EXPECT_EQ(picture.header.width, 960U);
  EXPECT_EQ(picture.header.height, 720U);
  EXPECT_EQ(picture.pixels, test::luma_by_turbojpeg(frame));
}

}  // namespace
}  // namespace sobelcam
