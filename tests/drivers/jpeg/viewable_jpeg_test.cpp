// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/viewable_jpeg.h"

#include <gtest/gtest.h>

#include <vector>

#include "drivers/files/read_file.h"
#include "drivers/jpeg/jpeg_decoder.h"
#include "drivers/jpeg/jpeg_encoder.h"
#include "tests/support/decoding.h"

namespace sobelcam {
namespace {

class ViewableJpeg : public testing::Test {
 protected:
  static std::vector<std::byte> file(const std::string& name) {
    return std::get<std::vector<std::byte>>(read_file(SOBELCAM_TEST_DATA "/jpeg-real/" + name));
  }

  static std::vector<std::uint8_t> luma(std::span<const std::byte> jpeg) {
    return test::decode_whole(open_jpeg, jpeg).pixels;
  }
};

TEST_F(ViewableJpeg, OnlyAFrameWithoutTablesIsChanged) {
  std::vector<std::byte> viewable;
  EXPECT_TRUE(make_viewable(file("mjpeg.jpg"), viewable));
  EXPECT_FALSE(make_viewable(file("jpg-gray.jpg"), viewable));
  EXPECT_FALSE(make_viewable(file("jpg-progressive.jpg"), viewable));
}

TEST_F(ViewableJpeg, WhatIsNoJpegOrIsCutIsLeftAlone) {
  std::vector<std::byte> viewable;
  EXPECT_FALSE(make_viewable({}, viewable));
  const auto camera_frame = file("mjpeg.jpg");
  for (std::size_t size = 0; size < 200; ++size) {
    EXPECT_FALSE(make_viewable(std::span(camera_frame).first(size), viewable)) << size;
  }
  EXPECT_TRUE(viewable.empty());
}

TEST_F(ViewableJpeg, ExifIsLeftOutAndThePixelsStay) {
  auto photo = file("jpg-gray.jpg");
  const auto plain = photo;
  const std::string exif(
      "\xFF\xE1\x00\x0C"
      "Exif\0\0\x01\x02\x03\x04",
      14);
  const auto* bytes = reinterpret_cast<const std::byte*>(exif.data());
  photo.insert(photo.begin() + 2, bytes, bytes + exif.size());
  std::vector<std::byte> viewable;
  ASSERT_TRUE(make_viewable(photo, viewable));
  EXPECT_EQ(viewable, plain);
}

TEST_F(ViewableJpeg, TheStandardOnesAreFour) {
  const auto tables = standard_huffman_tables();
  // Two for differences (28 symbols and bytes each with their header) and two for the rest, as annex K counts them.
  EXPECT_EQ(tables.size(), 4U * (2 + 2 + 17) + 12 + 12 + 162 + 162);
  EXPECT_EQ(std::to_integer<int>(tables[0]), 0xFF);
  EXPECT_EQ(std::to_integer<int>(tables[1]), 0xC4);
}

TEST_F(ViewableJpeg, AFrameIsPassedThroughWithThemAndDecodesToTheSamePixels) {
  const auto camera_frame = file("mjpeg.jpg");
  Frame frame({nullptr, {}}, {}, MemoryKind::kOrdinary, nullptr, 0, camera_frame);
  JpegEncoder encoder;
  const auto passed = encoder.encode_frame(frame, 90);
  EXPECT_EQ(passed.size(), camera_frame.size() + standard_huffman_tables().size());
  std::vector<std::byte> again;
  EXPECT_FALSE(make_viewable(passed, again));
  EXPECT_EQ(luma(passed), luma(camera_frame));
}

TEST_F(ViewableJpeg, AFrameThatHasThemIsPassedThroughAsItIs) {
  const auto file_bytes = file("jpg-gray.jpg");
  Frame frame({nullptr, {}}, {}, MemoryKind::kOrdinary, nullptr, 0, file_bytes);
  JpegEncoder encoder;
  EXPECT_EQ(encoder.encode_frame(frame, 90).data(), file_bytes.data());
}

}  // namespace
}  // namespace sobelcam
