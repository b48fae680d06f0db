// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/differential.h"
#include "tests/support/photos.h"
#include "tests/support/test_frames.h"

// Every row against a second opinion in double precision, within the bounds of SPEC.md.
namespace sobelcam::test {
namespace {

constexpr double kPlaneBound = 1e-4;
constexpr double kMagnitudeBound = 1e-3;

class Oracle : public testing::TestWithParam<const PipelineInfo*> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(*GetParam()); }

  static void expect_agreement(const FrameView& frame, const std::string& what) {
    const EdgeResult result = run_row(*GetParam(), frame, {PlaneSet::all(), false, false});
    const DoublePlane gray = oracle_gray(frame);
    const DoublePlane blur = oracle_blur(gray);
    const DoublePlane magnitude = oracle_magnitude(blur);
    EXPECT_LE(largest_distance(gray, result.gray()), kPlaneBound) << what;
    EXPECT_LE(largest_distance(blur, result.blur()), kPlaneBound) << what;
    EXPECT_LE(largest_distance(magnitude, result.magnitude()), kMagnitudeBound) << what;
    expect_bytes(magnitude, 0.5 + kMagnitudeBound, result.edges(), what);
  }

  static void expect_bytes(const DoublePlane& oracle, double tolerance, ImageView<const std::uint8_t> bytes,
                           const std::string& what) {
    for (std::uint32_t y = 0; y < bytes.height; ++y) {
      for (std::uint32_t x = 0; x < bytes.width; ++x) {
        const double value = std::min(255.0, oracle.at(x, y));
        ASSERT_NEAR(bytes.row(y)[x], value, tolerance) << what << " x=" << x << " y=" << y;
      }
    }
  }

  static void expect_equalized_agreement(const FrameView& frame, const std::string& what) {
    const EdgeResult result = run_row(*GetParam(), frame, {PlaneSet::all(), true, false});
    Image<std::uint8_t> levels(result.width(), result.height());
    for (std::uint32_t y = 0; y < result.height(); ++y) {
      for (std::uint32_t x = 0; x < result.width(); ++x) {
        levels.row(y)[x] = static_cast<std::uint8_t>(std::lrint(result.blur().row(y)[x]));
      }
    }
    const DoublePlane equalized = oracle_equalized(levels.view());
    expect_bytes(equalized, 0.0, result.equalized(), what);
    const DoublePlane magnitude = oracle_magnitude(equalized);
    EXPECT_LE(largest_distance(magnitude, result.magnitude()), kMagnitudeBound) << what;
  }
};

TEST_P(Oracle, AgreesOnEverySceneAndFormat) {
  for (const Scene scene : kScenes) {
    for (const PixelFormat format : kPixelFormats) {
      const auto layout = padded_layout(format, ColorRange::kFull, 67, 41, 3);
      expect_agreement(scene_frame(scene, layout).view(), std::string(name(scene)) + "_" + layout_name(layout));
    }
  }
}

TEST_P(Oracle, AgreesOnLimitedRangeLuma) {
  for (const PixelFormat format : kPixelFormats) {
    if (!is_rgb(format)) {
      const auto layout = padded_layout(format, ColorRange::kLimited, 67, 41, 0);
      expect_agreement(scene_frame(Scene::kNoise, layout).view(), layout_name(layout));
    }
  }
}

TEST_P(Oracle, AgreesOnPicturesOfAFewPixels) {
  for (const PixelFormat format : kPixelFormats) {
    for (const auto& [width, height] : {std::pair{1U, 1U}, {1U, 6U}, {6U, 1U}, {2U, 2U}, {2U, 3U}, {3U, 2U}}) {
      const auto layout = padded_layout(format, ColorRange::kFull, width, height, 1);
      expect_agreement(scene_frame(Scene::kNoise, layout).view(), layout_name(layout));
    }
  }
}

TEST_P(Oracle, AgreesOnPhotos) {
  for (const char* photo : kPhotos) {
    expect_agreement(Photo(photo).view(), photo);
  }
}

TEST_P(Oracle, AgreesOnTheEqualizedChain) {
  for (const Scene scene : kScenes) {
    const auto layout = padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 67, 41, 0);
    expect_equalized_agreement(scene_frame(scene, layout).view(), std::string(name(scene)));
  }
  for (const char* photo : kPhotos) {
    expect_equalized_agreement(Photo(photo).view(), photo);
  }
}

INSTANTIATE_TEST_SUITE_P(Pipelines, Oracle, testing::ValuesIn(pipelines()), [](const auto& test) {
  std::string name(test.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace sobelcam::test
