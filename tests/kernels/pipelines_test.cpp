// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/pipelines.h"

#include <gtest/gtest.h>

#include <cctype>
#include <span>
#include <tuple>

#include "tests/support/differential.h"
#include "tests/support/photos.h"
#include "tests/support/test_frames.h"

// The differential suite: every row of pipelines() against the reference, bit for bit.
namespace sobelcam::test {
namespace {

struct Size {
  std::uint32_t width;
  std::uint32_t height;
};

// The largest ones cross the tiles and bands of the rows that work in such.
constexpr std::array kSizes{Size{1, 1},   Size{1, 40},  Size{40, 1},   Size{2, 2},    Size{3, 3},
                            Size{31, 33}, Size{127, 3}, Size{1025, 3}, Size{2051, 9}, Size{641, 479}};

// Where pairs, groups of four and mirrored borders begin and end; small, because there are many formats.
constexpr std::array kAwkwardSizes{Size{1, 1}, Size{1, 7}, Size{7, 1}, Size{2, 2}, Size{6, 5}, Size{35, 18}};

// One format at least for each way in which a row's bytes become gray.
constexpr std::array kKinds{PixelFormat::kGrey,  PixelFormat::kRgb24,  PixelFormat::kBgr24,
                            PixelFormat::kYuyv,  PixelFormat::kUyvy,   PixelFormat::kNv12,
                            PixelFormat::kY12,   PixelFormat::kBx24,   PixelFormat::kRgb565,
                            PixelFormat::kGrbg8, PixelFormat::kBggr16, PixelFormat::kGbrg10Packed};

std::vector<FrameLayout> layouts(std::span<const PixelFormat> formats, Size size, std::size_t padding) {
  std::vector<FrameLayout> all;
  for (const PixelFormat format : formats) {
    all.push_back(padded_layout(format, ColorRange::kFull, size.width, size.height, padding));
    if (!is_rgb(format)) {
      all.push_back(padded_layout(format, ColorRange::kLimited, size.width, size.height, padding));
    }
  }
  return all;
}

std::string test_name(std::string_view row) {
  std::string name;
  for (const char c : row) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      name += c;
    }
  }
  return name;
}

void expect_no_violation(const PipelineInfo& row, const FrameView& frame) {
  for (const bool equalize : {false, true}) {
    const auto words = violation(row, frame, equalize);
    ASSERT_FALSE(words.has_value()) << layout_name(frame.layout) << (equalize ? " equalized: " : ": ") << *words;
  }
}

class EveryScene : public testing::TestWithParam<std::tuple<const PipelineInfo*, Scene, Size>> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*std::get<0>(GetParam())); }
};

TEST_P(EveryScene, GivesTheBitsOfTheReference) {
  const auto& [row, scene, size] = GetParam();
  expect_no_violation(
      *row,
      scene_frame(scene, padded_layout(PixelFormat::kRgb24, ColorRange::kFull, size.width, size.height, 0)).view());
  expect_no_violation(
      *row,
      scene_frame(scene, padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, size.width, size.height, 29)).view());
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryScene,
                         testing::Combine(testing::ValuesIn(tested_rows()), testing::ValuesIn(kScenes),
                                          testing::ValuesIn(kSizes)),
                         [](const auto& test) {
                           const Size size = std::get<2>(test.param);
                           return test_name(std::get<0>(test.param)->name) + "_" +
                                  std::string(name(std::get<1>(test.param))) + "_" + std::to_string(size.width) + "x" +
                                  std::to_string(size.height);
                         });

class EveryFormat : public testing::TestWithParam<std::tuple<const PipelineInfo*, Size>> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*std::get<0>(GetParam())); }
};

TEST_P(EveryFormat, GivesTheBitsOfTheReferenceTightAndPadded) {
  const auto& [row, size] = GetParam();
  for (const std::size_t padding : {0U, 1U, 64U}) {
    for (const FrameLayout& layout : layouts(kPixelFormats, size, padding)) {
      expect_no_violation(*row, scene_frame(Scene::kNoise, layout).view());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryFormat,
                         testing::Combine(testing::ValuesIn(tested_rows()), testing::ValuesIn(kAwkwardSizes)),
                         [](const auto& test) {
                           const Size size = std::get<1>(test.param);
                           return test_name(std::get<0>(test.param)->name) + "_" + std::to_string(size.width) + "x" +
                                  std::to_string(size.height);
                         });

class EveryKind : public testing::TestWithParam<std::tuple<const PipelineInfo*, Size>> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*std::get<0>(GetParam())); }
};

TEST_P(EveryKind, GivesTheBitsOfTheReferenceTightAndPadded) {
  const auto& [row, size] = GetParam();
  for (const std::size_t padding : {0U, 1U}) {
    for (const FrameLayout& layout : layouts(kKinds, size, padding)) {
      expect_no_violation(*row, scene_frame(Scene::kNoise, layout).view());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryKind,
                         testing::Combine(testing::ValuesIn(tested_rows()),
                                          testing::ValuesIn(kSizes.begin(), kSizes.end() - 1)),
                         [](const auto& test) {
                           const Size size = std::get<1>(test.param);
                           return test_name(std::get<0>(test.param)->name) + "_" + std::to_string(size.width) + "x" +
                                  std::to_string(size.height);
                         });

class EveryStart : public testing::TestWithParam<const PipelineInfo*> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*GetParam()); }
};

TEST_P(EveryStart, GivesTheBitsOfTheReferenceFromAnyAddress) {
  // The last byte lies against a page that must not be touched, so that the stride decides where the first one lies.
  for (std::size_t padding = 0; padding < 8; ++padding) {
    for (const FrameLayout& layout : layouts(kKinds, {37, 2}, padding)) {
      expect_no_violation(*GetParam(), scene_frame(Scene::kNoise, layout).view());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryStart, testing::ValuesIn(tested_rows()),
                         [](const auto& test) { return test_name(test.param->name); });

class EveryWidth : public testing::TestWithParam<std::tuple<const PipelineInfo*, std::uint32_t>> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*std::get<0>(GetParam())); }
};

TEST_P(EveryWidth, GivesTheBitsOfTheReferenceInEveryKindOfFormat) {
  const auto& [row, width] = GetParam();
  for (const std::uint32_t height : {1U, 2U, 6U, 11U}) {
    for (const FrameLayout& layout : layouts(kKinds, {width, height}, height % 4)) {
      expect_no_violation(*row, scene_frame(Scene::kNoise, layout).view());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryWidth,
                         testing::Combine(testing::ValuesIn(tested_rows()), testing::Range(1U, 71U)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)->name) + "_" +
                                  std::to_string(std::get<1>(test.param));
                         });

class EveryPhoto : public testing::TestWithParam<std::tuple<const PipelineInfo*, const char*>> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*std::get<0>(GetParam())); }
};

TEST_P(EveryPhoto, GivesTheBitsOfTheReference) {
  const auto& [row, file_name] = GetParam();
  expect_no_violation(*row, Photo(file_name).view());
}

INSTANTIATE_TEST_SUITE_P(Pipelines, EveryPhoto,
                         testing::Combine(testing::ValuesIn(tested_rows()), testing::ValuesIn(kPhotos)),
                         [](const auto& test) {
                           return test_name(std::get<0>(test.param)->name) + "_" + test_name(std::get<1>(test.param));
                         });

class PipelineTable : public testing::Test {};

TEST_F(PipelineTable, EndsWithTheReferenceWhichIsAlwaysUsable) {
  ASSERT_FALSE(pipelines().empty());
  EXPECT_EQ(pipelines().back()->name, "reference");
  EXPECT_TRUE(pipelines().back()->usability().usable);
}

TEST_F(PipelineTable, GivesAReasonWithEachRowThatCannotRun) {
  for (const PipelineInfo* row : pipelines()) {
    const Usability usability = row->usability();
    EXPECT_EQ(usability.usable, usability.reason.empty()) << row->name;
  }
}

TEST_F(PipelineTable, ChoosesTheFirstUsableRowForAuto) {
  EXPECT_TRUE(choose_pipeline("auto").usability().usable);
}

TEST_F(PipelineTable, FindsARowByItsName) {
  EXPECT_EQ(choose_pipeline("reference").name, "reference");
}

TEST_F(PipelineTable, RefusesAnUnknownNameWithTheListOfKnownOnes) {
  try {
    choose_pipeline("sobel9000");
    FAIL() << "an unknown name was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("'sobel9000'"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("auto"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("reference"), std::string::npos);
  }
}

TEST_F(PipelineTable, HasEveryRowThatTheEnvironmentDemands) {
  for (const std::string& name : demanded_rows()) {
    EXPECT_NO_THROW(choose_pipeline(name)) << "SOBELCAM_REQUIRE demands " << name;
  }
}

}  // namespace
}  // namespace sobelcam::test
