// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_frames.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "kernels/pipelines.h"

namespace sobelcam::tool {
namespace {

constexpr FrameSize kSmall{37, 21};

std::string error_of(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

bool same_pixels(const FrameView& a, const FrameView& b) {
  for (std::uint32_t y = 0; y < a.layout.height; ++y) {
    if (!std::equal(a.row(y), a.row(y) + row_bytes(a.layout.format, a.layout.width), b.row(y))) {
      return false;
    }
  }
  return true;
}

EdgeResult edges_of(const FrameView& frame) {
  const auto pipeline = choose_pipeline("reference").make({});
  return std::move(pipeline->process(Frame::borrowing(frame), {}).value());
}

TEST(FrameSizes, AreReadAsWidthTimesHeight) {
  EXPECT_EQ(parse_frame_size("1280x720"), (FrameSize{1280, 720}));
  EXPECT_EQ(parse_frame_size("65535x1"), (FrameSize{65535, 1}));
}

TEST(FrameSizes, SayWhatIsAccepted) {
  for (const char* bad : {"", "x", "64", "64x", "x48", "64X48", "64x48x3", "-1x5", " 64x48", "64x48 ", "6e1x3"}) {
    EXPECT_EQ(error_of([&] { parse_frame_size(bad); }),
              "size '" + std::string(bad) + "': WxH is accepted, such as 1280x720");
  }
  for (const char* bad : {"0x48", "64x0", "65536x1", "1x65536"}) {
    EXPECT_EQ(error_of([&] { parse_frame_size(bad); }),
              "size '" + std::string(bad) + "': each side is a whole number from 1 to 65535");
  }
  EXPECT_EQ(error_of([] { parse_frame_size("65535x65535"); }),
            "size '65535x65535': at most 134217728 pixels are accepted");
}

TEST(PixelFormats, AreKnownByTheirNamesAndTheirFourcc) {
  for (const PixelFormat format : kPixelFormats) {
    EXPECT_EQ(parse_pixel_format(fourcc(format)), format);
    EXPECT_EQ(parse_pixel_format(format_name(format)), format);
  }
  EXPECT_EQ(format_name(PixelFormat::kRgb24), "RGB24");
  EXPECT_EQ(format_name(PixelFormat::kY10), "Y10");
  EXPECT_EQ(parse_pixel_format("nv12"), PixelFormat::kNv12);
  EXPECT_TRUE(error_of([] { parse_pixel_format("NV1"); }).starts_with("no such format 'NV1'; known: RGB24, BGR24"));
}

TEST(BenchFrames, AreManyOfASmallSizeAndFourOfABigOne) {
  EXPECT_EQ(BenchFrames(kSmall, PixelFormat::kRgb24, BenchScene::kFlat).count(), 64U);
  EXPECT_EQ(BenchFrames({1920, 1080}, PixelFormat::kRgb24, BenchScene::kFlat).count(), 11U);
  EXPECT_EQ(BenchFrames({3840, 2160}, PixelFormat::kRgb24, BenchScene::kFlat).count(), 4U);
}

TEST(BenchFrames, AreDistinctAndComeRoundAgain) {
  for (const BenchScene scene : {BenchScene::kTextured, BenchScene::kFlat, BenchScene::kNoise}) {
    const BenchFrames frames(kSmall, PixelFormat::kRgb24, scene);
    EXPECT_FALSE(same_pixels(frames.frame(0), frames.frame(1))) << name(scene);
    EXPECT_EQ(frames.frame(0).data, frames.frame(frames.count()).data);
  }
}

TEST(BenchFrames, ShowWhatTheirSceneSays) {
  for (const PixelFormat format : kPixelFormats) {
    const auto black = [format](BenchScene scene) {
      return edges_of(BenchFrames(kSmall, format, scene).frame(1)).histogram()[0];
    };
    constexpr std::uint32_t kPixels = kSmall.width * kSmall.height;
    EXPECT_EQ(black(BenchScene::kFlat), kPixels) << fourcc(format);
    EXPECT_LT(black(BenchScene::kNoise), kPixels / 50) << fourcc(format);
    EXPECT_LT(black(BenchScene::kTextured), kPixels / 2) << fourcc(format);
  }
}

TEST(BenchFrames, ShowTheSamePictureInEveryFormatOfAKind) {
  const auto edges = [](PixelFormat format) {
    return edges_of(BenchFrames(kSmall, format, BenchScene::kTextured).frame(3)).histogram();
  };
  for (const FormatTraits& format : kFormats) {
    if (format.samples == Samples::kRgb8) {
      EXPECT_EQ(edges(format.format), edges(PixelFormat::kRgb24)) << format.fourcc;
    } else if (format.samples == Samples::kLuma8) {
      EXPECT_EQ(edges(format.format), edges(PixelFormat::kGrey)) << format.fourcc;
    }
  }
}

}  // namespace
}  // namespace sobelcam::tool
