// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

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

/// A bitmap with the 40-byte header or a longer one; the tests change what they are about.
struct Bmp {
  std::uint32_t header_size = 40;
  std::uint32_t width = 2;
  std::uint32_t height = 2;
  unsigned planes = 1;
  unsigned bits = 24;
  std::uint32_t compression = 0;
  std::uint32_t colors = 0;
  Bytes behind_the_numbers;  ///< masks and palette
  Bytes pixels;
  std::uint32_t gap = 0;  ///< bytes between the palette and the pixels

  Bytes bytes() const {
    const auto offset = static_cast<std::uint32_t>(14 + 40 + behind_the_numbers.size() + gap);
    return ByteWriter()
        .text("BM")
        .l32({0, 0, offset, header_size, width, height})
        .l16({planes, bits})
        .l32({compression, 0, 2835, 2835, colors, 0})
        .raw(behind_the_numbers)
        .raw(Bytes(gap))
        .raw(pixels)
        .bytes();
  }
};

constexpr std::uint32_t kBitFields = 3;
constexpr std::uint32_t kAlphaBitFields = 6;

class BmpDecoder : public testing::Test {
 protected:
  void SetUp() override {
    // Bottom-up, rows padded to 8 bytes.
    small_.pixels = ByteWriter().u8({7, 8, 9, 10, 11, 12, 0, 0}).u8({1, 2, 3, 4, 5, 6, 0, 0}).bytes();
  }

  static test::DecodedPicture decode(const Bytes& bytes) { return test::decode_whole(open_bmp, bytes); }
  static test::DecodedPicture decode(const Bmp& bmp) { return decode(bmp.bytes()); }
  static ImageFault fault(const Bmp& bmp) { return test::fault_of(open_bmp, bmp.bytes()); }

  static Bmp row_of(std::uint32_t width, unsigned bits, const Bytes& palette, const Bytes& pixels) {
    Bmp bmp;
    bmp.width = width;
    bmp.height = 1;
    bmp.bits = bits;
    bmp.behind_the_numbers = palette;
    bmp.pixels = pixels;
    return bmp;
  }

  static Bytes palette_of(unsigned colors) {
    ByteWriter writer;
    for (unsigned i = 0; i < colors; ++i) {
      writer.u8({10 * i, 10 * i + 1, 10 * i + 2, 0});
    }
    return writer.bytes();
  }

  Bmp small_;
};

TEST_F(BmpDecoder, ReadsRowsFromTheBottomUp) {
  const auto picture = decode(small_);
  EXPECT_EQ(picture.header.format, PixelFormat::kBgr24);
  EXPECT_EQ(picture.header.range, ColorRange::kFull);
  EXPECT_EQ(picture.header.width, 2U);
  EXPECT_EQ(picture.header.height, 2U);
  EXPECT_EQ(picture.pixels, (Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST_F(BmpDecoder, ReadsRowsFromTheTopDownWhereTheHeightIsNegative) {
  small_.height = static_cast<std::uint32_t>(-2);
  EXPECT_EQ(decode(small_).pixels, (Values{7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6}));
}

TEST_F(BmpDecoder, ReadsTheFirstHeaderOfOs2) {
  const auto bytes = ByteWriter()
                         .text("BM")
                         .l32({0, 0, 14 + 12 + 6, 12})
                         .l16({3, 1, 1, 1})
                         .u8({1, 2, 3, 4, 5, 6})
                         .u8({0b01000000, 0, 0, 0})
                         .bytes();
  EXPECT_EQ(decode(bytes).pixels, (Values{1, 2, 3, 4, 5, 6, 1, 2, 3}));
}

TEST_F(BmpDecoder, ReadsTheLongerHeaders) {
  for (const std::uint32_t size : {52U, 56U, 64U, 108U, 124U}) {
    small_.header_size = size;
    small_.behind_the_numbers = Bytes(size - 40);
    EXPECT_EQ(decode(small_).pixels, (Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})) << size;
  }
}

TEST_F(BmpDecoder, SkipsAGapBeforeThePixels) {
  small_.gap = 5;
  EXPECT_EQ(decode(small_).pixels, (Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
}

TEST_F(BmpDecoder, ReadsOneFourAndEightBitsThroughThePalette) {
  EXPECT_EQ(decode(row_of(9, 1, palette_of(2), ByteWriter().u8({0b01000001, 0x80, 0, 0}).bytes())).pixels,
            (Values{0, 1, 2, 10, 11, 12, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 10, 11, 12, 10, 11, 12}));
  EXPECT_EQ(decode(row_of(3, 4, palette_of(16), ByteWriter().u8({0xF1, 0x20, 0, 0}).bytes())).pixels,
            (Values{150, 151, 152, 10, 11, 12, 20, 21, 22}));
  Bmp eight = row_of(2, 8, palette_of(3), ByteWriter().u8({2, 1, 0, 0}).bytes());
  eight.colors = 3;
  EXPECT_EQ(decode(eight).pixels, (Values{20, 21, 22, 10, 11, 12}));
}

TEST_F(BmpDecoder, RefusesAColorBeyondThePalette) {
  Bmp bmp = row_of(2, 8, palette_of(3), ByteWriter().u8({2, 3, 0, 0}).bytes());
  bmp.colors = 3;
  EXPECT_EQ(fault(bmp).kind, ImageFaultKind::kBroken);
  EXPECT_EQ(fault(bmp).message, "broken BMP: a color of row 1 is not in its palette of 3");
  bmp.colors = 0;  // it promises 256 then, of which 3 fit before the pixels
  EXPECT_EQ(fault(bmp).kind, ImageFaultKind::kBroken);
}

TEST_F(BmpDecoder, ReadsFiveBitsAChannelByRepeatingThem) {
  const Bytes pixels = ByteWriter().l16({0x7C00, 0x03E0, 0x001F, (16U << 10) | (1U << 5) | 2U}).bytes();
  EXPECT_EQ(decode(row_of(4, 16, {}, pixels)).pixels, (Values{0, 0, 255, 0, 255, 0, 255, 0, 0, 16, 8, 132}));
}

TEST_F(BmpDecoder, ReadsMasksBehindTheShortHeader) {
  Bmp bmp =
      row_of(2, 16, ByteWriter().l32({0xF800, 0x07E0, 0x001F}).bytes(), ByteWriter().l16({0x07E0, 0xF81F}).bytes());
  bmp.compression = kBitFields;
  EXPECT_EQ(decode(bmp).pixels, (Values{0, 255, 0, 255, 0, 255}));
  bmp.compression = kAlphaBitFields;
  bmp.behind_the_numbers = ByteWriter().l32({0xF800, 0x07E0, 0x001F, 0}).bytes();
  EXPECT_EQ(decode(bmp).pixels, (Values{0, 255, 0, 255, 0, 255}));
}

TEST_F(BmpDecoder, ReadsMasksWithinTheLongerHeaders) {
  Bmp bmp = row_of(1, 32, {}, ByteWriter().u8({1, 2, 3, 4}).bytes());
  bmp.compression = kBitFields;
  bmp.header_size = 108;
  bmp.behind_the_numbers =
      ByteWriter().l32({0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000}).raw(Bytes(108 - 56)).bytes();
  EXPECT_EQ(decode(bmp).pixels, (Values{3, 2, 1}));
}

TEST_F(BmpDecoder, TakesTheHighestEightOfLongerChannels) {
  Bmp bmp = row_of(1, 32, ByteWriter().l32({0x3FF00000, 0x000FFC00, 0x000003FF}).bytes(),
                   ByteWriter().l32({(1023U << 20) | (512U << 10) | 7U}).bytes());
  bmp.compression = kBitFields;
  EXPECT_EQ(decode(bmp).pixels, (Values{1, 128, 255}));
}

TEST_F(BmpDecoder, RepeatsOneToFourBitsUntilTheByteIsFull) {
  Bmp bmp = row_of(2, 16, ByteWriter().l32({0b1, 0b1110, 0b11110000}).bytes(),
                   ByteWriter().l16({0b10101011, 0b00000100}).bytes());
  bmp.compression = kBitFields;
  EXPECT_EQ(decode(bmp).pixels, (Values{0xAA, 0b10110110, 255, 0, 0b01001001, 0}));
}

TEST_F(BmpDecoder, IgnoresTheFourthByteOf32Bits) {
  EXPECT_EQ(decode(row_of(1, 32, {}, ByteWriter().u8({1, 2, 3, 255}).bytes())).pixels, (Values{1, 2, 3}));
}

TEST_F(BmpDecoder, RefusesMasksThatMakeNoSense) {
  Bmp bmp = row_of(2, 16, {}, Bytes(4));
  bmp.compression = kBitFields;
  for (const auto& masks : {std::array<std::uint32_t, 3>{0xF00F, 0x00F0, 0x0F00},
                            {0xF800, 0x0FE0, 0x001F},
                            {0xF80000, 0x07E0, 0x001F},
                            {0, 0, 0}}) {
    bmp.behind_the_numbers = ByteWriter().l32({masks[0], masks[1], masks[2]}).bytes();
    EXPECT_EQ(fault(bmp).kind, ImageFaultKind::kBroken);
    EXPECT_NE(fault(bmp).message.find("masks"), std::string::npos);
  }
  small_.compression = kBitFields;
  EXPECT_NE(fault(small_).message.find("24 bits"), std::string::npos);
}

TEST_F(BmpDecoder, SaysThatCompressedFilesAreNotRead) {
  for (const std::uint32_t compression : {1U, 2U}) {
    small_.compression = compression;
    EXPECT_EQ(fault(small_).kind, ImageFaultKind::kUnsupported);
    EXPECT_EQ(fault(small_).message, "a run-length encoded BMP: save it uncompressed");
  }
  for (const std::uint32_t compression : {4U, 5U, 0xFFFFFFFFU}) {
    small_.compression = compression;
    EXPECT_EQ(fault(small_).kind, ImageFaultKind::kUnsupported);
    EXPECT_NE(fault(small_).message.find("save it uncompressed"), std::string::npos);
  }
}

TEST_F(BmpDecoder, RefusesOtherDepthsPlanesAndHeaders) {
  small_.bits = 2;
  EXPECT_NE(fault(small_).message.find("2 bits a pixel"), std::string::npos);
  small_.bits = 24;
  small_.planes = 3;
  EXPECT_NE(fault(small_).message.find("3 planes"), std::string::npos);
  small_.planes = 1;
  small_.header_size = 41;
  EXPECT_NE(fault(small_).message.find("header of 41 bytes"), std::string::npos);
}

TEST_F(BmpDecoder, RefusesImpossibleSizes) {
  small_.width = 0;
  EXPECT_EQ(fault(small_).message, "the header says 0 x 2 pixels");
  small_.width = static_cast<std::uint32_t>(-2);
  EXPECT_EQ(fault(small_).message, "broken BMP: its width is -2");
  small_.width = 100000;
  EXPECT_EQ(fault(small_).kind, ImageFaultKind::kTooLarge);
  small_.width = 1;
  small_.height = 0x80000000U;  // the smallest 32-bit number has no positive counterpart
  EXPECT_EQ(fault(small_).kind, ImageFaultKind::kTooLarge);
}

TEST_F(BmpDecoder, RefusesPixelsThatBeginWithinTheHeader) {
  Bytes bytes = small_.bytes();
  bytes[10] = std::byte{53};
  EXPECT_EQ(test::fault_of(open_bmp, bytes).kind, ImageFaultKind::kBroken);
}

TEST_F(BmpDecoder, NamesTheFirstMissingRow) {
  small_.pixels.resize(15);
  EXPECT_EQ(fault(small_).kind, ImageFaultKind::kTruncated);
  EXPECT_EQ(fault(small_).message, "truncated: row 2 of 2 is missing in the file");
}

// Also within the padding of the last row: it belongs to the file's rows.
TEST_F(BmpDecoder, RefusesAFileCutAtAnyByte) {
  for (const Bytes& file :
       {small_.bytes(), row_of(2, 8, palette_of(3), ByteWriter().u8({2, 1, 0, 0}).bytes()).bytes()}) {
    const auto cuts = test::cut_at_every_byte(open_bmp, file);
    EXPECT_EQ(cuts.faults, static_cast<int>(file.size()));
    EXPECT_EQ(cuts.other_kinds, 0);
  }
}

TEST_F(BmpDecoder, SurvivesAnySpoiledByte) {
  EXPECT_GT(test::spoil_every_byte(open_bmp, small_.bytes()), 0);
  const Bmp indexed = row_of(2, 8, palette_of(3), ByteWriter().u8({2, 1, 0, 0}).bytes());
  EXPECT_GT(test::spoil_every_byte(open_bmp, indexed.bytes()), 0);
  Bmp masked = row_of(2, 16, ByteWriter().l32({0xF800, 0x07E0, 0x001F}).bytes(), Bytes(4));
  masked.compression = kBitFields;
  EXPECT_GT(test::spoil_every_byte(open_bmp, masked.bytes()), 0);
}

}  // namespace
}  // namespace sobelcam
