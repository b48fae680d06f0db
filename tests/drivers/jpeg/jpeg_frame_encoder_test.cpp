// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <turbojpeg.h>

#include "drivers/jpeg/jpeg_encoder.h"

// The source view: what a frame of each format looks like as a color JPEG.
namespace sobelcam {
namespace {

class JpegFrameEncoder : public testing::Test {
 protected:
  using Rgb = std::array<int, 3>;

  /// The color in the middle of a frame that is all of one color, after encoding and decoding.
  Rgb middle(FrameLayout layout, const std::vector<std::uint8_t>& bytes) {
    const Frame frame = Frame::borrowing({bytes.data(), layout});
    const auto jpeg = encoder_.encode_frame(frame, 95);
    std::vector<std::uint8_t> rgb(std::size_t{3} * layout.width * layout.height);
    const std::unique_ptr<void, int (*)(tjhandle)> decoder(tjInitDecompress(), tjDestroy);
    EXPECT_EQ(tjDecompress2(decoder.get(), reinterpret_cast<const unsigned char*>(jpeg.data()), jpeg.size(), rgb.data(),
                            static_cast<int>(layout.width), 0, static_cast<int>(layout.height), TJPF_RGB, 0),
              0);
    const std::size_t at = 3 * (std::size_t{layout.height} / 2 * layout.width + layout.width / 2);
    return {rgb[at], rgb[at + 1], rgb[at + 2]};
  }

  static std::vector<std::uint8_t> filled(const FrameLayout& layout, const std::vector<std::uint8_t>& pattern) {
    std::vector<std::uint8_t> bytes(layout_bytes(layout));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] = pattern[i % pattern.size()];
    }
    return bytes;
  }

  static void expect_near(const Rgb& actual, const Rgb& expected) {
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(actual[i], expected[i], 4) << "channel " << i;
    }
  }

  JpegEncoder encoder_;
};

TEST_F(JpegFrameEncoder, KeepsTheColorOfRgbAndBgr) {
  const FrameLayout rgb{PixelFormat::kRgb24, ColorRange::kFull, 31, 17, 93, 0};
  expect_near(middle(rgb, filled(rgb, {200, 100, 50})), {200, 100, 50});
  FrameLayout bgr = rgb;
  bgr.format = PixelFormat::kBgr24;
  expect_near(middle(bgr, filled(bgr, {200, 100, 50})), {50, 100, 200});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfPackedYuv) {
  // Full-range Y 76, U 85, V 255 is pure red.
  const FrameLayout yuyv{PixelFormat::kYuyv, ColorRange::kFull, 32, 16, 64, 0};
  expect_near(middle(yuyv, filled(yuyv, {76, 85, 76, 255})), {254, 0, 0});
  FrameLayout uyvy = yuyv;
  uyvy.format = PixelFormat::kUyvy;
  expect_near(middle(uyvy, filled(uyvy, {85, 76, 255, 76})), {254, 0, 0});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfNv12AtOddSizes) {
  const FrameLayout nv12{PixelFormat::kNv12, ColorRange::kFull, 31, 17, 32, 32 * 17};
  std::vector<std::uint8_t> bytes(layout_bytes(nv12), 76);
  for (std::size_t i = nv12.chroma_offset; i < bytes.size(); i += 2) {
    bytes[i] = 85;
    bytes[i + 1] = 255;
  }
  expect_near(middle(nv12, bytes), {254, 0, 0});
}

TEST_F(JpegFrameEncoder, StretchesLimitedRange) {
  // Limited-range red: Y 81, U 90, V 240.
  const FrameLayout yuyv{PixelFormat::kYuyv, ColorRange::kLimited, 32, 16, 64, 0};
  expect_near(middle(yuyv, filled(yuyv, {81, 90, 81, 240})), {254, 0, 0});
  const FrameLayout grey{PixelFormat::kGrey, ColorRange::kLimited, 32, 16, 40, 0};
  expect_near(middle(grey, filled(grey, {235})), {255, 255, 255});
  expect_near(middle(grey, filled(grey, {16})), {0, 0, 0});
}

TEST_F(JpegFrameEncoder, EncodesEverySmallSizeInEveryFormat) {
  for (const PixelFormat format : kPixelFormats) {
    for (std::uint32_t width = 1; width <= 9; ++width) {
      for (std::uint32_t height = 1; height <= 5; ++height) {
        const FrameLayout layout = aligned_layout(format, ColorRange::kFull, width, height);
        const auto bytes = filled(layout, {128});
        expect_near(middle(layout, bytes), {128, 128, 128});
      }
    }
  }
}

TEST_F(JpegFrameEncoder, RefusesAnEmptyFrame) {
  EXPECT_THROW(encoder_.encode_frame(Frame(), 90), std::invalid_argument);
}

}  // namespace
}  // namespace sobelcam
