// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/differential.h"
#include "tests/support/test_frames.h"

// The consequences of SPEC.md that hold for every row, whatever the reference says.
namespace sobelcam::test {
namespace {

constexpr std::uint32_t kWidth = 37;
constexpr std::uint32_t kHeight = 23;

class Property : public testing::TestWithParam<const PipelineInfo*> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*GetParam()); }

  static EdgeResult run(const TestFrame& frame, bool equalize = false) {
    return run_row(*GetParam(), frame.view(), {PlaneSet::all(), equalize, false});
  }

  static TestFrame noise(const std::function<std::uint32_t(std::uint32_t)>& map_x,
                         const std::function<std::uint32_t(std::uint32_t)>& map_y, std::uint32_t width = kWidth,
                         std::uint32_t height = kHeight) {
    return {padded_layout(PixelFormat::kRgb24, ColorRange::kFull, width, height, 0),
            [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
              return scene_byte(Scene::kNoise, map_x(x), map_y(y), kWidth, kHeight, channel);
            }};
  }

  static std::uint32_t same(std::uint32_t i) { return i; }

  /// The format of the same samples whose red lies in the other columns, or rows.
  static PixelFormat turned(PixelFormat format, bool other_column, bool other_row) {
    const FormatTraits& from = traits(format);
    const auto is_wanted = [&](const FormatTraits& to) {
      return to.samples == from.samples && to.bits == from.bits && (to.red_x != from.red_x) == other_column &&
             (to.red_y != from.red_y) == other_row;
    };
    return std::find_if(kFormats.begin(), kFormats.end(), is_wanted)->format;
  }

  /// A picture in one format gives the turned edges of the turned picture in another.
  static void expect_turned(PixelFormat format, PixelFormat other, std::uint32_t width, std::uint32_t height) {
    const auto pixel = [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
      return scene_byte(Scene::kNoise, x, y, width, height, channel);
    };
    const TestFrame plain(padded_layout(format, ColorRange::kFull, width, height, 0), pixel);
    const TestFrame about(padded_layout(other, ColorRange::kFull, width, height, 0),
                          [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
                            return pixel(width - 1 - x, height - 1 - y, channel);
                          });
    const EdgeResult expected = run(plain);
    const EdgeResult actual = run(about);
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        ASSERT_EQ(expected.magnitude().row(y)[x], actual.magnitude().row(height - 1 - y)[width - 1 - x])
            << fourcc(format) << " " << x << "," << y;
      }
    }
  }
};

TEST_P(Property, AConstantPictureHasNoEdgesAtAnySize) {
  for (const auto& [width, height] : {std::pair{1U, 1U}, {1U, 9U}, {9U, 1U}, {2U, 2U}, {64U, 48U}}) {
    const TestFrame frame =
        scene_frame(Scene::kConstant, padded_layout(PixelFormat::kRgb24, ColorRange::kFull, width, height, 2));
    for (const bool equalize : {false, true}) {
      Histogram all_zero{};
      all_zero[0] = width * height;
      EXPECT_EQ(run(frame, equalize).histogram(), all_zero) << width << "x" << height;
    }
  }
}

TEST_P(Property, AConstantColorHasNoEdgesInAnyFormat) {
  for (const PixelFormat format : kPixelFormats) {
    for (const auto& [width, height] : {std::pair{2U, 2U}, {9U, 6U}}) {
      const TestFrame frame = scene_frame(Scene::kConstant, padded_layout(format, ColorRange::kFull, width, height, 2));
      Histogram all_zero{};
      all_zero[0] = width * height;
      EXPECT_EQ(run(frame).histogram(), all_zero) << fourcc(format) << " " << width << "x" << height;
    }
  }
}

TEST_P(Property, AConstantGrayStaysItselfAsABytePicture) {
  for (int level = 0; level < 256; ++level) {
    const TestFrame frame(padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 7, 7, 0),
                          [&](auto, auto, auto) { return static_cast<std::uint8_t>(level); });
    const EdgeResult result = run(frame);
    // Nearest byte: half a level of room is far more than the last bits that float loses.
    ASSERT_NEAR(result.gray().row(3)[3], static_cast<float>(level), 0.001F);
    ASSERT_NEAR(result.blur().row(3)[3], static_cast<float>(level), 0.001F);
    ASSERT_EQ(result.equalized().row(3)[3], level);
  }
}

TEST_P(Property, MirroringCommutesWithTheWholeChain) {
  for (const bool equalize : {false, true}) {
    const EdgeResult plain = run(noise(same, same), equalize);
    const EdgeResult mirrored = run(noise([](std::uint32_t x) { return kWidth - 1 - x; }, same), equalize);
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        ASSERT_EQ(plain.magnitude().row(y)[x], mirrored.magnitude().row(y)[kWidth - 1 - x]) << x << "," << y;
        ASSERT_EQ(plain.edges().row(y)[x], mirrored.edges().row(y)[kWidth - 1 - x]) << x << "," << y;
      }
    }
    EXPECT_EQ(plain.histogram(), mirrored.histogram());
  }
}

TEST_P(Property, TurningUpsideDownCommutesWithTheWholeChain) {
  for (const bool equalize : {false, true}) {
    const EdgeResult plain = run(noise(same, same), equalize);
    const EdgeResult flipped = run(noise(same, [](std::uint32_t y) { return kHeight - 1 - y; }), equalize);
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        ASSERT_EQ(plain.magnitude().row(y)[x], flipped.magnitude().row(kHeight - 1 - y)[x]) << x << "," << y;
        ASSERT_EQ(plain.edges().row(y)[x], flipped.edges().row(kHeight - 1 - y)[x]) << x << "," << y;
      }
    }
    EXPECT_EQ(plain.histogram(), flipped.histogram());
  }
}

TEST_P(Property, TurningAMosaicAboutGivesThatOfAnotherOrder) {
  for (const PixelFormat format : kPixelFormats) {
    // At an odd size the last column has the first one's colors, and the order stays.
    for (const std::uint32_t width : {18U, 19U}) {
      for (const std::uint32_t height : {12U, 13U}) {
        if (is_bayer(format)) {
          expect_turned(format, turned(format, width % 2 == 0, height % 2 == 0), width, height);
        }
      }
    }
  }
}

TEST_P(Property, PixelsThreeFromTheBorderOfACropDoNotDependOnWhatWasCutAway) {
  constexpr std::uint32_t kLeft = 5;
  constexpr std::uint32_t kTop = 4;
  constexpr std::uint32_t kCropWidth = 21;
  constexpr std::uint32_t kCropHeight = 15;
  const EdgeResult whole = run(noise(same, same));
  const EdgeResult crop = run(noise([](std::uint32_t x) { return x + kLeft; }, [](std::uint32_t y) { return y + kTop; },
                                    kCropWidth, kCropHeight));
  for (std::uint32_t y = 3; y < kCropHeight - 3; ++y) {
    for (std::uint32_t x = 3; x < kCropWidth - 3; ++x) {
      ASSERT_EQ(crop.magnitude().row(y)[x], whole.magnitude().row(y + kTop)[x + kLeft]) << x << "," << y;
      ASSERT_EQ(crop.edges().row(y)[x], whole.edges().row(y + kTop)[x + kLeft]) << x << "," << y;
    }
  }
}

TEST_P(Property, PaddingChromaAndUnusedBitsNeverMatter) {
  for (const PixelFormat format : kPixelFormats) {
    const auto pixel = [](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
      return scene_byte(Scene::kNoise, x, y, kWidth, kHeight, channel);
    };
    const TestFrame tight(padded_layout(format, ColorRange::kFull, kWidth, kHeight, 0), pixel, 0x00);
    const TestFrame padded(padded_layout(format, ColorRange::kFull, kWidth, kHeight, 131), pixel, 0xFF);
    const auto difference = first_difference(run(tight), run(padded));
    EXPECT_FALSE(difference.has_value()) << fourcc(format) << ": " << describe(difference.value_or(Difference{}));
  }
}

TEST_P(Property, EdgesSaturateInsteadOfWrappingAround) {
  const TestFrame frame =
      scene_frame(Scene::kSaturatingSteps, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 40, 8, 0));
  const EdgeResult result = run(frame);
  float largest = 0;
  for (std::uint32_t x = 0; x < 40; ++x) {
    largest = std::max(largest, result.magnitude().row(4)[x]);
    if (result.magnitude().row(4)[x] >= 255.0F) {
      EXPECT_EQ(result.edges().row(4)[x], 255) << x;
    }
  }
  EXPECT_GT(largest, 300.0F);
}

TEST_P(Property, EqualizationReachesWhiteAndKeepsTheOrderOfLevels) {
  const TestFrame frame(padded_layout(PixelFormat::kGrey, ColorRange::kFull, 64, 16, 0),
                        [](std::uint32_t x, auto, auto) { return static_cast<std::uint8_t>(100 + x / 4); });
  const EdgeResult result = run(frame);
  EXPECT_EQ(result.equalized().row(8)[0], 0);
  EXPECT_EQ(result.equalized().row(8)[63], 255);
  for (std::uint32_t x = 1; x < 64; ++x) {
    EXPECT_GE(result.equalized().row(8)[x], result.equalized().row(8)[x - 1]) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, Property, testing::ValuesIn(tested_rows()), [](const auto& test) {
  std::string name(test.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace sobelcam::test
