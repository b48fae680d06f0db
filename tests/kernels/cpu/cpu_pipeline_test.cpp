// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_pipeline.h"

#include <gtest/gtest.h>

#include "kernels/first_difference.h"
#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {
namespace {

std::vector<std::string> stages(const EdgeResult& result) {
  std::vector<std::string> names;
  for (const StageTiming& timing : result.timings()) {
    names.emplace_back(timing.stage);
    EXPECT_GE(timing.duration.count(), 0) << timing.stage;
  }
  return names;
}

class CpuPipelineTest : public testing::Test {
 protected:
  static EdgeResult run(const FrameView& frame, unsigned threads, const EdgeRequest& request) {
    PipelineOptions options;
    options.threads = threads;
    return std::move(kCpuPipeline.make(options)->process(Frame::borrowing(frame), request).value());
  }

  static TestFrame noise(std::uint32_t width, std::uint32_t height, PixelFormat format = PixelFormat::kRgb24) {
    return scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, width, height, 1));
  }
};

TEST_F(CpuPipelineTest, GivesTheSameBitsWithAnyNumberOfThreads) {
  for (const std::uint32_t height : {1U, 15U, 16U, 31U, 32U, 33U, 48U, 127U}) {
    const TestFrame frame = noise(35, height);
    for (const bool equalize : {false, true}) {
      const EdgeRequest request{PlaneSet::all(), equalize, false};
      const EdgeResult expected = run_row(kReferencePipeline, frame.view(), request);
      for (const unsigned threads : {1U, 2U, 3U, 5U, 8U}) {
        const auto difference = first_difference(expected, run(frame.view(), threads, request));
        EXPECT_FALSE(difference) << height << " rows, " << threads << " threads: " << describe(*difference);
      }
    }
  }
}

TEST_F(CpuPipelineTest, GivesTheSameBitsOnBothSidesOfATile) {
  for (const std::uint32_t width : {1023U, 1024U, 1025U, 1026U, 1027U, 1028U, 2048U, 2049U, 3071U, 3074U}) {
    const TestFrame frame = noise(width, 5);
    const EdgeRequest request{PlaneSet::all(), false, false};
    const auto difference =
        first_difference(run_row(kReferencePipeline, frame.view(), request), run(frame.view(), 1, request));
    EXPECT_FALSE(difference) << width << ": " << describe(*difference);
  }
}

TEST_F(CpuPipelineTest, GivesTheSameBitsOfMosaicsInBandsAndTiles) {
  for (const PixelFormat format : {PixelFormat::kGrbg8, PixelFormat::kBggr12, PixelFormat::kGbrg10Packed}) {
    for (const std::uint32_t width : {1024U, 1025U, 2051U}) {
      const TestFrame frame = noise(width, 67, format);
      const EdgeRequest request{PlaneSet::all(), false, false};
      const EdgeResult expected = run_row(kReferencePipeline, frame.view(), request);
      for (const unsigned threads : {1U, 3U, 4U}) {
        const auto difference = first_difference(expected, run(frame.view(), threads, request));
        EXPECT_FALSE(difference) << fourcc(format) << " " << width << ": " << describe(*difference);
      }
    }
  }
}

TEST_F(CpuPipelineTest, GivesTheSameBitsWhenFramesChangeTheirSizeAndFormat) {
  PipelineOptions options;
  options.threads = 2;
  const auto pipeline = kCpuPipeline.make(options);
  for (const std::uint32_t side : {64U, 9U, 200U, 33U}) {
    for (const PixelFormat format : {PixelFormat::kYuyv, PixelFormat::kRggb10Packed, PixelFormat::kBgr24}) {
      const TestFrame frame = scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, side, side + 1, 0));
      const EdgeRequest request{PlaneSet::all(), side == 200, false};
      const auto actual = pipeline->process(Frame::borrowing(frame.view()), request);
      const auto difference = first_difference(run_row(kReferencePipeline, frame.view(), request), actual.value());
      EXPECT_FALSE(difference) << side << ": " << describe(*difference);
    }
  }
}

TEST_F(CpuPipelineTest, TimesOnePassWhereNothingIsEqualized) {
  const TestFrame frame = noise(64, 64);
  EXPECT_EQ(stages(run(frame.view(), 1, {})), (std::vector<std::string>{"fused"}));
}

TEST_F(CpuPipelineTest, TimesTwoPassesAndTheTableBetweenThem) {
  const TestFrame frame = noise(64, 64);
  EXPECT_EQ(stages(run(frame.view(), 1, {{}, true, false})), (std::vector<std::string>{"blur", "equalize", "sobel"}));
}

TEST_F(CpuPipelineTest, NeedsNoSecondPassToShowTheEqualizedPlane) {
  const TestFrame frame = noise(64, 64);
  EXPECT_EQ(stages(run(frame.view(), 1, {{Plane::kEqualized}, false, false})),
            (std::vector<std::string>{"fused", "equalize"}));
}

TEST_F(CpuPipelineTest, AllocatesNoPlaneThatNobodyAskedFor) {
  const TestFrame frame = noise(64, 64);
  GuardedMemory memory;
  run_row(kCpuPipeline, frame.view(), {}, &memory);
  EXPECT_EQ(memory.allocations(), 1U);
}

class CpuTargets : public testing::Test {};

TEST_F(CpuTargets, EndWithOneThatRunsEverywhere) {
  ASSERT_FALSE(cpu_target_pipelines().empty());
  EXPECT_TRUE(cpu_target_pipelines().back().usability().usable);
}

TEST_F(CpuTargets, SayWhatThisCpuLacks) {
  for (const PipelineInfo& row : cpu_target_pipelines()) {
    const Usability usability = row.usability();
    EXPECT_EQ(usability.usable, usability.reason.empty()) << row.name;
  }
}

TEST_F(CpuTargets, AreTheOnesWhoseMultiplyAddRoundsOnce) {
  std::vector<std::string> names;
  for (const PipelineInfo& row : cpu_target_pipelines()) {
    names.emplace_back(row.name);
  }
  names.pop_back();
#if defined(__aarch64__)
  EXPECT_EQ(names, (std::vector<std::string>{"cpu-NEON"}));
#elif defined(__x86_64__)
  EXPECT_EQ(names, (std::vector<std::string>{"cpu-AVX3", "cpu-AVX2"}));
#endif
}

}  // namespace
}  // namespace sobelcam::test
