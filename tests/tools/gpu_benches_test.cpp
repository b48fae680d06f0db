// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "kernels/pipelines.h"
#include "tests/support/differential.h"
#include "tools/sobelcam/bench_kernels.h"
#include "tools/sobelcam/bench_overlap.h"

// 'bench kernels' and 'bench overlap' on a GPU.
namespace sobelcam::tool {
namespace {

class GpuBenches : public testing::Test {
 protected:
  void SetUp() override {
    const auto rows = pipelines();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [](const PipelineInfo* each) { return each->name == "cuda-staged"; });
    if (row == rows.end()) {
      GTEST_SKIP() << "no CUDA rows in this build: there was no nvcc";
    }
    SOBELCAM_SKIP_UNLESS_USABLE(**row);
  }

  nlohmann::json kernels(const std::string& size) {
    BenchKernelsOptions options;
    options.size = size;
    options.runs = 10;
    options.json = true;
    std::ostringstream out;
    EXPECT_EQ(bench_kernels(options, out), kOk) << out.str();
    return nlohmann::json::parse(out.str());
  }

  nlohmann::json overlap(const std::string& size, std::size_t frames) {
    BenchOverlapOptions options;
    options.size = size;
    options.frames = frames;
    options.rounds = 2;
    options.json = true;
    std::ostringstream out;
    EXPECT_EQ(bench_overlap(options, out), kOk) << out.str();
    return nlohmann::json::parse(out.str());
  }
};

TEST_F(GpuBenches, EveryChainOfKernelsKeepsTheReferencesBitsAtAnySize) {
  for (const char* size : {"1x1", "3x2", "33x31", "70x41", "517x263"}) {
    for (const nlohmann::json& chain : kernels(size).at("chains")) {
      EXPECT_EQ(chain.at("status"), "timed") << size << ": " << chain;
    }
  }
}

TEST_F(GpuBenches, TheReportCardHasEveryKernelAndLimitsAboveZero) {
  const nlohmann::json document = kernels("517x263");
  EXPECT_EQ(document.at("report_card").size(), 10U);
  for (const nlohmann::json& line : document.at("report_card")) {
    EXPECT_GT(line.at("measured_us"), 0) << line;
  }
  for (const char* limit : {"copy_gb_per_s", "fma_tflops", "launch_us"}) {
    EXPECT_GT(document.at("limits").at(limit), 0) << limit;
  }
}

TEST_F(GpuBenches, EveryPlanGivesTheCpusBytes) {
  for (const std::size_t frames : {std::size_t{1}, std::size_t{2}, std::size_t{16}}) {
    const nlohmann::json document = overlap("131x67", frames);
    ASSERT_EQ(document.at("timings").size(), 16U);
    for (const nlohmann::json& timing : document.at("timings")) {
      EXPECT_EQ(timing.at("status"), "timed") << timing;
    }
  }
}

TEST_F(GpuBenches, ATimelineHasEveryOperationOfEveryFrameInOrder) {
  for (const nlohmann::json& timing : overlap("517x263", 16).at("timings")) {
    EXPECT_EQ(timing.at("timeline").size(), 48U);
    for (const nlohmann::json& operation : timing.at("timeline")) {
      EXPECT_GE(operation.at("end_us"), operation.at("start_us")) << timing.at("name") << operation;
    }
  }
}

TEST_F(GpuBenches, NothingOverlapsInOneStream) {
  for (const nlohmann::json& timing : overlap("517x263", 16).at("timings")) {
    if (timing.at("in_order") == true) {
      EXPECT_EQ(timing.at("overlap").at("significant"), false) << timing.at("overlap");
    }
  }
}

}  // namespace
}  // namespace sobelcam::tool
