// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <turbojpeg.h>

#include "drivers/jpeg/jpeg_encoder.h"
#include "tests/support/guarded.h"
#include "tests/support/test_frames.h"

// The source view: what a frame of each format looks like as a color JPEG.
namespace sobelcam {
namespace {

class JpegFrameEncoder : public testing::Test {
 protected:
  using Rgb = std::array<int, 3>;

  /// The color in the middle of a frame that is all of one color, after encoding and decoding.
  Rgb middle(const FrameLayout& layout, const std::vector<std::uint8_t>& bytes) {
    return middle({bytes.data(), layout});
  }

  Rgb middle(const FrameView& frame) {
    const FrameLayout& layout = frame.layout;
    const auto jpeg = encoder_.encode_frame(Frame::borrowing(frame), 95);
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

TEST_F(JpegFrameEncoder, KeepsTheColorOfFourBytePixels) {
  const auto color = [&](PixelFormat format, const std::vector<std::uint8_t>& pixel) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, 31, 17, 128);
    return middle(layout, filled(layout, pixel));
  };
  expect_near(color(PixelFormat::kXr24, {50, 100, 200, 7}), {200, 100, 50});
  expect_near(color(PixelFormat::kXb24, {200, 100, 50, 7}), {200, 100, 50});
  expect_near(color(PixelFormat::kBx24, {7, 200, 100, 50}), {200, 100, 50});
  expect_near(color(PixelFormat::kRx24, {7, 50, 100, 200}), {200, 100, 50});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfRgb565) {
  const FrameLayout layout = contiguous_layout(PixelFormat::kRgb565, ColorRange::kFull, 31, 17, 64);
  expect_near(middle(layout, filled(layout, {0x34, 0x12})), {16, 69, 165});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfEveryMosaic) {
  constexpr std::array<std::uint8_t, 3> kColor{200, 100, 50};
  for (const PixelFormat format : kPixelFormats) {
    if (is_bayer(format)) {
      const test::TestFrame frame(test::padded_layout(format, ColorRange::kFull, 31, 17, 3),
                                  [&](auto, auto, std::uint32_t channel) { return kColor.at(channel); });
      SCOPED_TRACE(fourcc(format));
      expect_near(middle(frame.view()), {200, 100, 50});
    }
  }
}

TEST_F(JpegFrameEncoder, ShowsLumaOfMoreBitsAsGray) {
  const auto level = [&](PixelFormat format, ColorRange range, const std::vector<std::uint8_t>& pixel) {
    const FrameLayout layout = contiguous_layout(format, range, 31, 17, 64);
    return middle(layout, filled(layout, pixel));
  };
  // Half of white each, the bits above the luma set.
  expect_near(level(PixelFormat::kY10, ColorRange::kFull, {0x00, 0xFE}), {128, 128, 128});
  expect_near(level(PixelFormat::kY12, ColorRange::kFull, {0x00, 0xF8}), {128, 128, 128});
  expect_near(level(PixelFormat::kY16, ColorRange::kFull, {0x00, 0x80}), {128, 128, 128});
  expect_near(level(PixelFormat::kY10, ColorRange::kLimited, {0xAC, 0x03}), {255, 255, 255});
}

// Full-range Y 76, U 85, V 255 is pure red.
TEST_F(JpegFrameEncoder, KeepsTheColorOfPackedYuv) {
  const auto color = [&](PixelFormat format, const std::vector<std::uint8_t>& pair) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, 32, 16, 64);
    return middle(layout, filled(layout, pair));
  };
  expect_near(color(PixelFormat::kYuyv, {76, 85, 76, 255}), {254, 0, 0});
  expect_near(color(PixelFormat::kYvyu, {76, 255, 76, 85}), {254, 0, 0});
  expect_near(color(PixelFormat::kUyvy, {85, 76, 255, 76}), {254, 0, 0});
  expect_near(color(PixelFormat::kVyuy, {255, 76, 85, 76}), {254, 0, 0});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfInterleavedChromaAtOddSizes) {
  const auto color = [&](PixelFormat format, std::uint8_t first, std::uint8_t second) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, 31, 17, 32);
    std::vector<std::uint8_t> bytes(layout_bytes(layout), 76);
    for (std::size_t i = layout.chroma_offset; i < bytes.size(); i += 2) {
      bytes[i] = first;
      bytes[i + 1] = second;
    }
    return middle(layout, bytes);
  };
  expect_near(color(PixelFormat::kNv12, 85, 255), {254, 0, 0});
  expect_near(color(PixelFormat::kNv21, 255, 85), {254, 0, 0});
  expect_near(color(PixelFormat::kNv16, 85, 255), {254, 0, 0});
}

TEST_F(JpegFrameEncoder, KeepsTheColorOfPlanesOfChromaAtOddSizes) {
  const auto color = [&](PixelFormat format, std::uint8_t first, std::uint8_t second) {
    const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, 31, 17, 31);
    std::vector<std::uint8_t> bytes(layout_bytes(layout), 76);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(layout.chroma_offset), bytes.end(), first);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(layout.second_chroma_offset), bytes.end(), second);
    return middle(layout, bytes);
  };
  expect_near(color(PixelFormat::kYu12, 85, 255), {254, 0, 0});
  expect_near(color(PixelFormat::kYv12, 255, 85), {254, 0, 0});
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
    SCOPED_TRACE(fourcc(format));
    for (std::uint32_t width = 1; width <= 9; ++width) {
      for (std::uint32_t height = 1; height <= 5; ++height) {
        const FrameLayout layout = aligned_layout(format, ColorRange::kFull, width, height);
        // 132 is nearly itself with five bits a channel too; 128 is no color.
        const test::TestFrame pixels(
            layout, [](auto, auto, auto) { return std::uint8_t{132}; }, 128);
        std::vector<std::uint8_t> bytes(layout_bytes(layout), 128);
        std::copy_n(pixels.view().data, (height - 1) * layout.stride + row_bytes(format, width), bytes.begin());
        expect_near(middle(layout, bytes), {132, 132, 132});
      }
    }
  }
}

TEST_F(JpegFrameEncoder, ReadsNoByteBehindThePixels) {
  for (const PixelFormat format : kPixelFormats) {
    for (const std::uint32_t side : {1U, 2U, 5U}) {
      const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, side, side, row_bytes(format, side));
      const test::GuardedBytes bytes(layout_bytes(layout));
      std::fill_n(bytes.data(), bytes.size(), std::uint8_t{128});
      EXPECT_FALSE(encoder_.encode_frame(Frame::borrowing({bytes.data(), layout}), 90).empty()) << fourcc(format);
    }
  }
}

TEST_F(JpegFrameEncoder, RefusesAnEmptyFrame) {
  EXPECT_THROW(encoder_.encode_frame(Frame(), 90), std::invalid_argument);
}

}  // namespace
}  // namespace sobelcam
