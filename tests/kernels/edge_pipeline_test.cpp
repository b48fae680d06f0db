// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/edge_pipeline.h"

#include <gtest/gtest.h>

#include <thread>

#include "drivers/frame/frame_pool.h"
#include "kernels/reference/reference_pipeline.h"
#include "tests/support/guarded.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {
namespace {

class Pipeline : public testing::Test {
 protected:
  void SetUp() override {
    PipelineOptions options;
    options.slots = 2;
    options.memory = &memory_;
    pipeline_ = kReferencePipeline.make(options);
  }

  Frame noise(std::uint64_t sequence = 0) const { return Frame::borrowing(noise_.view(), {sequence, {}, 0}); }

  GuardedMemory memory_;
  TestFrame noise_ = scene_frame(Scene::kNoise, padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 19, 13, 0));
  std::unique_ptr<EdgePipeline> pipeline_;
};

std::string refusal(FrameView frame) {
  try {
    check_frame(frame);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST_F(Pipeline, ResultsCarryTheStampAndSizeOfTheirFrame) {
  const auto result = pipeline_->process(noise(42), {});
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->stamp().sequence, 42U);
  EXPECT_EQ(result->width(), 19U);
  EXPECT_EQ(result->height(), 13U);
}

TEST_F(Pipeline, HandsOutOnlyThePlanesAskedFor) {
  const auto result = pipeline_->process(noise(), {{Plane::kBlur}, false, false});
  ASSERT_TRUE(result.has_value());
  EXPECT_FALSE(result->blur().empty());
  EXPECT_TRUE(result->gray().empty());
  EXPECT_TRUE(result->equalized().empty());
  EXPECT_TRUE(result->magnitude().empty());
}

TEST_F(Pipeline, ListsOnlyTheStagesThatRan) {
  const auto names = [](const EdgeResult& result) {
    std::string all;
    for (const StageTiming& timing : result.timings()) {
      EXPECT_GE(timing.duration.count(), 0.0);
      all += std::string(timing.stage) + " ";
    }
    return all;
  };
  EXPECT_EQ(names(*pipeline_->process(noise(), {})), "gray blur sobel quantize histogram ");
  EXPECT_EQ(names(*pipeline_->process(noise(), {{}, true, false})), "gray blur equalize sobel quantize histogram ");
}

TEST_F(Pipeline, DropsAndCountsAFrameWhenEverySlotIsOut) {
  auto first = pipeline_->process(noise(1), {});
  const auto second = pipeline_->process(noise(2), {});
  EXPECT_FALSE(pipeline_->process(noise(3), {}).has_value());
  EXPECT_EQ(pipeline_->dropped(), 1U);
  first.reset();
  EXPECT_TRUE(pipeline_->process(noise(4), {}).has_value());
  EXPECT_EQ(pipeline_->dropped(), 1U);
}

TEST_F(Pipeline, GivesResultsInTheOrderOfSubmission) {
  EXPECT_TRUE(pipeline_->submit(noise(7), {}));
  EXPECT_TRUE(pipeline_->submit(noise(8), {}));
  EXPECT_FALSE(pipeline_->submit(noise(9), {}));
  EXPECT_EQ(pipeline_->wait()->stamp().sequence, 7U);
  EXPECT_EQ(pipeline_->wait()->stamp().sequence, 8U);
  EXPECT_FALSE(pipeline_->wait().has_value());
}

TEST_F(Pipeline, RefusesToProcessWhileFramesAreInFlight) {
  EXPECT_TRUE(pipeline_->submit(noise(), {}));
  EXPECT_THROW(pipeline_->process(noise(), {}), std::logic_error);
}

TEST_F(Pipeline, ResultsOutliveIt) {
  auto result = pipeline_->process(noise(), {});
  const auto bins = result->histogram();
  pipeline_.reset();
  EXPECT_EQ(result->histogram(), bins);
  EXPECT_EQ(result->edges().width, 19U);
}

TEST_F(Pipeline, ResultsMayEndOnAnotherThread) {
  for (int i = 0; i < 50; ++i) {
    auto result = pipeline_->process(noise(), {});
    ASSERT_TRUE(result.has_value());
    std::thread([moved = std::move(*result)] { EXPECT_EQ(moved.width(), 19U); }).join();
  }
  EXPECT_EQ(pipeline_->dropped(), 0U);
}

TEST_F(Pipeline, GivesTheFrameBackUnlessItIsKept) {
  FramePool frames(ordinary_memory(), 1);
  const auto soon = std::chrono::steady_clock::now();
  const auto layout = aligned_layout(PixelFormat::kGrey, ColorRange::kFull, 8, 8);
  const auto lease = [&] { return std::move(*frames.acquire(layout, soon)).lease({}); };
  auto result = pipeline_->process(lease(), {});
  EXPECT_EQ(result->frame(), nullptr);
  auto kept = pipeline_->process(lease(), {{}, false, true});
  ASSERT_NE(kept->frame(), nullptr);
  EXPECT_EQ(kept->frame()->layout(), layout);
  EXPECT_FALSE(frames.acquire(layout, soon).has_value());
  kept.reset();
  EXPECT_TRUE(frames.acquire(layout, soon).has_value());
}

TEST_F(Pipeline, FollowsSizesThatChangeAndAllocatesNothingOnceWarm) {
  const TestFrame large = scene_frame(Scene::kRamp, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 90, 70, 0));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(pipeline_->process(Frame::borrowing(large.view()), {})->width(), 90U);
    EXPECT_EQ(pipeline_->process(noise(), {})->width(), 19U);
  }
  const std::size_t warm = memory_.allocations();
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(pipeline_->process(Frame::borrowing(large.view()), {}).has_value());
    EXPECT_TRUE(pipeline_->process(noise(), {}).has_value());
  }
  EXPECT_EQ(memory_.allocations(), warm);
  EXPECT_TRUE(memory_.intact());
}

TEST_F(Pipeline, KeepsItsSlotsWhenAFrameIsRefused) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_THROW(pipeline_->process(Frame(), {}), std::invalid_argument);
  }
  EXPECT_TRUE(pipeline_->process(noise(), {}).has_value());
}

TEST(CheckFrame, RefusesWhatNoImplementationMayTouch) {
  const std::uint8_t byte = 0;
  const auto grey = [&](std::uint32_t width, std::uint32_t height, std::size_t stride) {
    return FrameView{&byte, {PixelFormat::kGrey, ColorRange::kFull, width, height, stride, 0}};
  };
  EXPECT_NE(refusal(grey(0, 1, 1)).find("0x1"), std::string::npos);
  EXPECT_NE(refusal(grey(1, 0, 1)).find("1x0"), std::string::npos);
  EXPECT_NE(refusal(grey(65536, 1, 65536)).find("65535"), std::string::npos);
  EXPECT_NE(refusal(grey(10, 1, 9)).find("stride of 9"), std::string::npos);
  EXPECT_NE(refusal(grey(1, 3, std::size_t{1} << 63U)).find("address space"), std::string::npos);
  EXPECT_NE(refusal({nullptr, grey(1, 1, 1).layout}).find("without pixels"), std::string::npos);
  EXPECT_EQ(refusal(grey(1, 1, 1)), "accepted");
  EXPECT_EQ(refusal(grey(65535, 65535, 65535)), "accepted");
}

TEST(CheckFrame, MeasuresRowsByTheirFormat) {
  const std::uint8_t byte = 0;
  const auto refused = [&](PixelFormat format, std::uint32_t width, std::size_t stride) {
    return refusal({&byte, {format, ColorRange::kFull, width, 1, stride}});
  };
  EXPECT_NE(refused(PixelFormat::kRggb10Packed, 5, 9).find("rows of 10 (5x1 pRAA)"), std::string::npos);
  EXPECT_EQ(refused(PixelFormat::kRggb10Packed, 5, 10), "accepted");
  EXPECT_NE(refused(PixelFormat::kY10, 5, 9).find("rows of 10"), std::string::npos);
  EXPECT_EQ(refused(PixelFormat::kY10, 5, 10), "accepted");
  EXPECT_NE(refused(PixelFormat::kXr24, 5, 19).find("rows of 20"), std::string::npos);
  EXPECT_EQ(refused(PixelFormat::kXr24, 5, 20), "accepted");
}

TEST(CheckFrame, RefusesLimitedRangeOfRedGreenAndBlueByName) {
  const std::uint8_t byte = 0;
  const auto limited = [&](PixelFormat format) { return refusal({&byte, {format, ColorRange::kLimited, 1, 1, 8}}); };
  EXPECT_NE(limited(PixelFormat::kRgb24).find("limited-range RGB3"), std::string::npos);
  EXPECT_NE(limited(PixelFormat::kRgb565).find("limited-range RGBP"), std::string::npos);
  EXPECT_NE(limited(PixelFormat::kBggr8).find("limited-range BA81"), std::string::npos);
  EXPECT_NE(limited(PixelFormat::kGrbg10Packed).find("limited-range pgAA"), std::string::npos);
  EXPECT_EQ(limited(PixelFormat::kY16), "accepted");
}

}  // namespace
}  // namespace sobelcam::test
