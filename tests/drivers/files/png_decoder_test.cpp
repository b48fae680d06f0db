// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <string>

#include "drivers/files/image_formats.h"
#include "tests/support/bytes.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

using test::Bytes;
using test::ByteWriter;
using Values = std::vector<std::uint8_t>;

enum Color : unsigned { kGray = 0, kRgb = 2, kPalette = 3, kGrayAlpha = 4, kRgba = 6 };

class PngDecoder : public testing::Test {
 protected:
  static Bytes chunk(std::string_view name, const Bytes& data) {
    const Bytes named = ByteWriter().text(name).raw(data).bytes();
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(named.data()), static_cast<uInt>(named.size()));
    return ByteWriter()
        .b32({static_cast<std::uint32_t>(data.size())})
        .raw(named)
        .b32({static_cast<std::uint32_t>(crc)})
        .bytes();
  }

  static Bytes deflated(const Bytes& raw) {
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    Bytes out(size);
    compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
             static_cast<uLong>(raw.size()));
    out.resize(size);
    return out;
  }

  static Bytes header(std::uint32_t width, std::uint32_t height, unsigned bits, Color color, bool interlaced = false) {
    return chunk("IHDR", ByteWriter().b32({width, height}).u8({bits, color, 0, 0, interlaced ? 1U : 0U}).bytes());
  }

  /// `rows` are the bytes of the scan lines, each with its filter byte in front.
  static Bytes png(const Bytes& header_chunk, std::initializer_list<unsigned> rows, const Bytes& extra_chunks = {}) {
    return ByteWriter()
        .text("\x89PNG\r\n\x1A\n")
        .raw(header_chunk)
        .raw(extra_chunks)
        .raw(chunk("IDAT", deflated(ByteWriter().u8(rows).bytes())))
        .raw(chunk("IEND", {}))
        .bytes();
  }

  static test::DecodedPicture decode(const Bytes& bytes) { return test::decode_whole(open_png, bytes); }
  static ImageFault fault(const Bytes& bytes) { return test::fault_of(open_png, bytes); }

  const Bytes two_by_two_ = png(header(2, 2, 8, kRgb), {0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12});
};

TEST_F(PngDecoder, GivesGrayFilesAsOneBytePerPixel) {
  const auto picture = decode(png(header(3, 2, 8, kGray), {0, 10, 20, 30, 0, 40, 50, 255}));
  EXPECT_EQ(picture.header.format, PixelFormat::kGrey);
  EXPECT_EQ(picture.header.range, ColorRange::kFull);
  EXPECT_EQ(picture.header.width, 3U);
  EXPECT_EQ(picture.header.height, 2U);
  EXPECT_EQ(picture.pixels, (Values{10, 20, 30, 40, 50, 255}));
}

TEST_F(PngDecoder, GivesColorFilesAsRedGreenBlue) {
  const auto picture = decode(two_by_two_);
  EXPECT_EQ(picture.header.format, PixelFormat::kRgb24);
  EXPECT_EQ(picture.pixels, (Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST_F(PngDecoder, UndoesTheFilterOfEachRow) {
  const auto picture = decode(png(header(3, 2, 8, kGray), {1, 10, 1, 1, 2, 5, 5, 5}));
  EXPECT_EQ(picture.pixels, (Values{10, 11, 12, 15, 16, 17}));
}

TEST_F(PngDecoder, StretchesFewBitsToTheWholeByte) {
  EXPECT_EQ(decode(png(header(9, 1, 1, kGray), {0, 0b10100101, 0b10000000})).pixels,
            (Values{255, 0, 255, 0, 0, 255, 0, 255, 255}));
  EXPECT_EQ(decode(png(header(5, 1, 2, kGray), {0, 0b00011011, 0b11000000})).pixels, (Values{0, 85, 170, 255, 255}));
  EXPECT_EQ(decode(png(header(3, 1, 4, kGray), {0, 0x0F, 0x70})).pixels, (Values{0, 255, 119}));
}

TEST_F(PngDecoder, ScalesSixteenBitsWithRounding) {
  // 0x0080 * 255 / 65535 = 0.498, 0x0081 * 255 / 65535 = 0.502
  const auto gray = decode(png(header(4, 1, 16, kGray), {0, 0xFF, 0xFF, 0x00, 0x80, 0x00, 0x81, 0x80, 0x00}));
  EXPECT_EQ(gray.pixels, (Values{255, 0, 1, 128}));
  EXPECT_EQ(decode(png(header(1, 1, 16, kRgb), {0, 0x00, 0x81, 0xFF, 0xFF, 0x12, 0x34})).pixels, (Values{1, 255, 18}));
}

TEST_F(PngDecoder, DropsAlpha) {
  const auto gray = decode(png(header(2, 1, 8, kGrayAlpha), {0, 10, 0, 20, 255}));
  EXPECT_EQ(gray.header.format, PixelFormat::kGrey);
  EXPECT_EQ(gray.pixels, (Values{10, 20}));
  EXPECT_EQ(decode(png(header(1, 1, 8, kRgba), {0, 1, 2, 3, 0})).pixels, (Values{1, 2, 3}));
}

TEST_F(PngDecoder, DropsATransparentColor) {
  const Bytes transparent = chunk("tRNS", ByteWriter().b16({10}).bytes());
  EXPECT_EQ(decode(png(header(2, 1, 8, kGray), {0, 10, 20}, transparent)).pixels, (Values{10, 20}));
}

TEST_F(PngDecoder, GivesPalettesAsRedGreenBlueAlsoWhenTheirColorsAreGray) {
  const Bytes palette = chunk("PLTE", ByteWriter().u8({9, 9, 9, 200, 200, 200, 30, 30, 30}).bytes());
  const Bytes transparent = chunk("tRNS", ByteWriter().u8({0, 128}).bytes());
  const auto picture =
      decode(png(header(3, 1, 8, kPalette), {0, 2, 0, 1}, ByteWriter().raw(palette).raw(transparent).bytes()));
  EXPECT_EQ(picture.header.format, PixelFormat::kRgb24);
  EXPECT_EQ(picture.pixels, (Values{30, 30, 30, 9, 9, 9, 200, 200, 200}));
}

TEST_F(PngDecoder, ReadsPalettesOfFewBits) {
  const Bytes palette = chunk("PLTE", ByteWriter().u8({1, 2, 3, 4, 5, 6}).bytes());
  EXPECT_EQ(decode(png(header(3, 2, 1, kPalette), {0, 0b01000000, 0, 0b10100000}, palette)).pixels,
            (Values{1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6}));
}

TEST_F(PngDecoder, RefusesAColorBeyondThePalette) {
  const Bytes palette = chunk("PLTE", ByteWriter().u8({1, 2, 3, 4, 5, 6}).bytes());
  const auto broken = fault(png(header(2, 1, 8, kPalette), {0, 1, 2}, palette));
  EXPECT_EQ(broken.kind, ImageFaultKind::kBroken);
  EXPECT_NE(broken.message.find("palette"), std::string::npos);
}

TEST_F(PngDecoder, RefusesAMissingPalette) {
  EXPECT_EQ(fault(png(header(2, 1, 8, kPalette), {0, 0, 0})).kind, ImageFaultKind::kBroken);
}

TEST_F(PngDecoder, ReadsInterlacedFiles) {
  // 3 x 3 in the order of the passes: 1 has (0,0); 4 has (2,0); 5 has row 2 at 0 and 2; 6 has column 1 of rows 0
  // and 2; 7 has row 1.
  const auto picture =
      decode(png(header(3, 3, 8, kGray, true), {0, 10, 0, 12, 0, 30, 32, 0, 11, 0, 31, 0, 20, 21, 22}));
  EXPECT_EQ(picture.pixels, (Values{10, 11, 12, 20, 21, 22, 30, 31, 32}));
}

TEST_F(PngDecoder, ReadsInterlacedPalettes) {
  const Bytes palette = chunk("PLTE", ByteWriter().u8({1, 2, 3, 4, 5, 6}).bytes());
  const auto picture =
      decode(png(header(2, 2, 1, kPalette, true), {0, 0b10000000, 0, 0b00000000, 0, 0b01000000}, palette));
  EXPECT_EQ(picture.pixels, (Values{4, 5, 6, 1, 2, 3, 1, 2, 3, 4, 5, 6}));
}

TEST_F(PngDecoder, IgnoresGamma) {
  const Bytes gamma = chunk("gAMA", ByteWriter().b32({100000}).bytes());
  EXPECT_EQ(decode(png(header(2, 1, 8, kGray), {0, 10, 200}, gamma)).pixels, (Values{10, 200}));
}

TEST_F(PngDecoder, ForgivesABrokenTextButNotBrokenPixels) {
  Bytes text = chunk("tEXt", test::to_bytes(std::string_view("Title\0x", 7)));
  text.back() ^= std::byte{1};
  EXPECT_EQ(decode(png(header(2, 1, 8, kGray), {0, 10, 200}, text)).pixels, (Values{10, 200}));

  Bytes spoiled = two_by_two_;
  spoiled[test::position_of(spoiled, {'I', 'D', 'A', 'T'}) + 6] ^= std::byte{1};
  const auto broken = fault(spoiled);
  EXPECT_EQ(broken.kind, ImageFaultKind::kBroken);
  EXPECT_EQ(broken.message.find("broken PNG: "), 0U);
}

TEST_F(PngDecoder, IgnoresBytesBehindTheEnd) {
  EXPECT_EQ(decode(ByteWriter().raw(two_by_two_).text("junk").bytes()).pixels, decode(two_by_two_).pixels);
}

TEST_F(PngDecoder, RefusesTooFewRows) {
  const auto broken = fault(png(header(2, 3, 8, kGray), {0, 1, 2, 0, 3, 4}));
  EXPECT_EQ(broken.kind, ImageFaultKind::kBroken);
}

TEST_F(PngDecoder, NamesTheFirstMissingRow) {
  Bytes noise;
  for (unsigned i = 0; i < 64 * 65; ++i) {
    noise.push_back(i % 65 == 0 ? std::byte{0} : static_cast<std::byte>(i * i * 2654435761U >> 24));
  }
  const Bytes whole = ByteWriter()
                          .text("\x89PNG\r\n\x1A\n")
                          .raw(header(64, 64, 8, kGray))
                          .raw(chunk("IDAT", deflated(noise)))
                          .raw(chunk("IEND", {}))
                          .bytes();
  const auto cut = fault(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / 2)));
  EXPECT_EQ(cut.kind, ImageFaultKind::kTruncated);
  EXPECT_EQ(cut.message.find("truncated: row "), 0U) << cut.message;
  EXPECT_NE(cut.message.find(" of 64 is missing"), std::string::npos) << cut.message;
}

// The end chunk carries no pixel, but without it nobody can know that nothing is missing.
TEST_F(PngDecoder, RefusesAFileCutAtAnyByte) {
  const auto cuts = test::cut_at_every_byte(open_png, two_by_two_);
  EXPECT_EQ(cuts.faults, static_cast<int>(two_by_two_.size()));
  EXPECT_EQ(cuts.same_picture + cuts.other_picture, 0);
  EXPECT_EQ(cuts.other_kinds, 0);
}

TEST_F(PngDecoder, RefusesAnySpoiledByte) {
  const int faults = test::spoil_every_byte(open_png, two_by_two_);
  EXPECT_EQ(faults, static_cast<int>(5 * two_by_two_.size()));
}

TEST_F(PngDecoder, RefusesSizesBeyondTheLimitsBeforeReadingOn) {
  EXPECT_EQ(fault(png(header(0, 0, 8, kGray), {})).message, "the header says 0 x 0 pixels");
  EXPECT_EQ(fault(png(header(0, 0, 8, kGray), {})).kind, ImageFaultKind::kBroken);
  const auto wide = fault(png(header(100000, 100000, 8, kGray), {}));
  EXPECT_EQ(wide.kind, ImageFaultKind::kTooLarge);
  EXPECT_EQ(wide.message, "the header says 100000 x 100000 pixels; at most 65535 each way");
}

TEST_F(PngDecoder, RefusesADamagedSignature) {
  Bytes spoiled = two_by_two_;
  spoiled.erase(spoiled.begin() + 4);  // what a transfer in text mode does to the line end
  const auto broken = fault(spoiled);
  EXPECT_EQ(broken.kind, ImageFaultKind::kBroken);
  EXPECT_NE(broken.message.find("signature"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
