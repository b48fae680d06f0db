// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/png_writer.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "drivers/files/image_formats.h"
#include "drivers/files/read_file.h"
#include "drivers/frame/image.h"
#include "tests/support/bytes.h"
#include "tests/support/decoding.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

class PngWriter : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint32_t y = 0; y < picture_.height(); ++y) {
      for (std::uint32_t x = 0; x < picture_.width(); ++x) {
        picture_.row(y)[x] = static_cast<std::uint8_t>(37 * x + 101 * y);
      }
    }
  }

  test::Bytes written(ImageView<const std::uint8_t> pixels) {
    const auto path = folder_ / "picture.png";
    {
      const File file(std::fopen(path.c_str(), "wb"));
      write_gray_png(file.get(), pixels);
    }
    return std::get<test::Bytes>(read_file(path));
  }

  test::TempDir folder_;
  Image<std::uint8_t> picture_{67, 5};
};

TEST_F(PngWriter, GivesBackTheSamePixels) {
  const auto read = test::decode_whole(open_png, written(picture_.view()));
  ASSERT_EQ(read.header.format, PixelFormat::kGrey);
  ASSERT_EQ(read.header.width, 67U);
  ASSERT_EQ(read.header.height, 5U);
  for (std::uint32_t y = 0; y < 5; ++y) {
    for (std::uint32_t x = 0; x < 67; ++x) {
      ASSERT_EQ(read.at(x, y), picture_.row(y)[x]) << x << " " << y;
    }
  }
}

TEST_F(PngWriter, WritesOnePixel) {
  const Image<std::uint8_t> one(1, 1);
  EXPECT_EQ(test::decode_whole(open_png, written(one.view())).pixels.size(), 1U);
}

TEST_F(PngWriter, GivesTheSameBytesWhateverThePadding) {
  const auto first = written(picture_.view());
  for (std::uint32_t y = 0; y < picture_.height(); ++y) {
    picture_.row(y)[picture_.width()] ^= 0xFF;
  }
  EXPECT_EQ(written(picture_.view()), first);
}

TEST_F(PngWriter, SaysWhyTheSystemTookNoBytes) {
  const File full(std::fopen("/dev/full", "wb"));
  ASSERT_NE(full, nullptr);
  try {
    write_gray_png(full.get(), picture_.view());
    FAIL() << "a full device took a picture";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
}

TEST_F(PngWriter, RefusesAFileThatIsNotOpenForWriting) {
  test::write_bytes(folder_ / "only_read", test::to_bytes("x"));
  const File file(std::fopen((folder_ / "only_read").c_str(), "rb"));
  EXPECT_THROW(write_gray_png(file.get(), picture_.view()), std::runtime_error);
}

TEST_F(PngWriter, RefusesAnEmptyPicture) {
  EXPECT_THROW(written(ImageView<const std::uint8_t>{}), std::runtime_error);
}

}  // namespace
}  // namespace sobelcam
