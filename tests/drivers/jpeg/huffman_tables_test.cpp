// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/huffman_tables.h"

#include <gtest/gtest.h>

#include <vector>

#include "drivers/files/read_file.h"
#include "drivers/jpeg/jpeg_decoder.h"
#include "drivers/jpeg/jpeg_encoder.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

class HuffmanTables : public testing::Test {
 protected:
  static std::vector<std::byte> file(const std::string& name) {
    return std::get<std::vector<std::byte>>(read_file(SOBELCAM_TEST_DATA "/jpeg-real/" + name));
  }

  static std::vector<std::uint8_t> luma(std::span<const std::byte> jpeg) {
    return test::decode_whole(open_jpeg, jpeg).pixels;
  }
};

TEST_F(HuffmanTables, AreMissingInACamerasFrameAndFoundInAFile) {
  EXPECT_TRUE(missing_huffman_tables(file("mjpeg.jpg")).has_value());
  EXPECT_FALSE(missing_huffman_tables(file("jpg-gray.jpg")).has_value());
  EXPECT_FALSE(missing_huffman_tables(file("jpg-progressive.jpg")).has_value());
}

TEST_F(HuffmanTables, AreNotLookedForInWhatIsNoJpeg) {
  EXPECT_FALSE(missing_huffman_tables({}).has_value());
  const std::vector<std::byte> cut{std::byte{0xFF}, std::byte{0xD8}, std::byte{0xFF}, std::byte{0xE0}, std::byte{0}};
  for (std::size_t size = 0; size <= cut.size(); ++size) {
    EXPECT_FALSE(missing_huffman_tables(std::span(cut).first(size)).has_value()) << size;
  }
}

TEST_F(HuffmanTables, TheStandardOnesAreFour) {
  const auto tables = standard_huffman_tables();
  // Two for differences (28 symbols and bytes each with their header) and two for the rest, as annex K counts them.
  EXPECT_EQ(tables.size(), 4U * (2 + 2 + 17) + 12 + 12 + 162 + 162);
  EXPECT_EQ(std::to_integer<int>(tables[0]), 0xFF);
  EXPECT_EQ(std::to_integer<int>(tables[1]), 0xC4);
}

TEST_F(HuffmanTables, AFrameIsPassedThroughWithThemAndDecodesToTheSamePixels) {
  const auto camera_frame = file("mjpeg.jpg");
  Frame frame({nullptr, {}}, {}, MemoryKind::kOrdinary, nullptr, 0, camera_frame);
  JpegEncoder encoder;
  const auto passed = encoder.encode_frame(frame, 90);
  EXPECT_EQ(passed.size(), camera_frame.size() + standard_huffman_tables().size());
  EXPECT_FALSE(missing_huffman_tables(passed).has_value());
  EXPECT_EQ(luma(passed), luma(camera_frame));
}

TEST_F(HuffmanTables, AFrameThatHasThemIsPassedThroughAsItIs) {
  const auto file_bytes = file("jpg-gray.jpg");
  Frame frame({nullptr, {}}, {}, MemoryKind::kOrdinary, nullptr, 0, file_bytes);
  JpegEncoder encoder;
  EXPECT_EQ(encoder.encode_frame(frame, 90).data(), file_bytes.data());
}

}  // namespace
}  // namespace sobelcam
