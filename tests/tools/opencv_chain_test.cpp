// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/opencv_chain.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

#include "kernels/pipelines.h"
#include "tools/sobelcam/bench_frames.h"

namespace sobelcam::tool {
namespace {

double mean_difference(ImageView<const std::uint8_t> a, ImageView<const std::uint8_t> b) {
  double sum = 0;
  for (std::uint32_t y = 0; y < a.height; ++y) {
    for (std::uint32_t x = 0; x < a.width; ++x) {
      sum += std::abs(a.row(y)[x] - b.row(y)[x]);
    }
  }
  return sum / a.width / a.height;
}

std::array<float, 256> counts_of(ImageView<const std::uint8_t> edges) {
  std::array<float, 256> counts{};
  for (std::uint32_t y = 0; y < edges.height; ++y) {
    for (std::uint32_t x = 0; x < edges.width; ++x) {
      ++counts.at(edges.row(y)[x]);
    }
  }
  return counts;
}

void expect_nearly_the_reference(PixelFormat format, OpenCvDepth depth, bool equalize) {
  const BenchFrames frames({320, 240}, format, BenchScene::kTextured);
  const auto reference = choose_pipeline("reference").make({});
  const auto chain = make_opencv_chain(depth, equalize);
  for (const std::size_t number : {0U, 7U}) {
    const auto expected = reference->process(Frame::borrowing(frames.frame(number)), {{}, equalize, false});
    chain->run(frames.frame(number));
    const auto edges = chain->edges();
    ASSERT_EQ(edges.width, 320U);
    ASSERT_EQ(edges.height, 240U);
    EXPECT_LT(mean_difference(expected->edges(), edges), 3.0);
    EXPECT_EQ(chain->histogram(), counts_of(edges));
  }
}

// A comparison of speed is fair between programs that make the same picture: nearly the same, because OpenCV's Gaussian
// is sampled where SPEC.md's is integrated, and because it rounds where SPEC.md does not.
TEST(OpenCvChain, MakesNearlyTheEdgesOfTheReferenceAndCountsThem) {
  if (opencv_build().version.empty()) {
    GTEST_SKIP() << opencv_build().absence << "; " << opencv_build().remedy;
  }
  for (const PixelFormat format : kPixelFormats) {
    if (!opencv_takes(format)) {
      continue;
    }
    for (const OpenCvDepth depth : {OpenCvDepth::k8Bit, OpenCvDepth::kFloat}) {
      for (const bool equalize : {false, true}) {
        SCOPED_TRACE(std::string(fourcc(format)) + (depth == OpenCvDepth::kFloat ? " float" : " 8-bit") +
                     (equalize ? " equalized" : ""));
        expect_nearly_the_reference(format, depth, equalize);
      }
    }
  }
}

TEST(OpenCvBuild, IsThereOrSaysWhatToInstall) {
  const OpenCvBuild build = opencv_build();
  EXPECT_NE(build.version.empty(), build.absence.empty());
  if (build.version.empty()) {
    EXPECT_NE(build.remedy.find("libopencv-imgproc-dev"), std::string::npos);
    EXPECT_THROW(make_opencv_chain(OpenCvDepth::k8Bit, false), std::logic_error);
  } else {
    EXPECT_NE(build.threads, "unknown");
  }
}

}  // namespace
}  // namespace sobelcam::tool
