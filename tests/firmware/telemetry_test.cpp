// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/telemetry.h"

#include <gtest/gtest.h>

#include "kernels/pipelines.h"
#include "tests/support/test_frames.h"

namespace sobelcam {
namespace {

class TelemetryTest : public testing::Test {
 protected:
  void frame(std::uint64_t sequence, std::chrono::steady_clock::time_point captured_at) {
    const auto view = picture_.view();
    const auto result = pipeline_->process(Frame::borrowing(view, {sequence, captured_at, 0}), {});
    telemetry_.frame_done(*result, view.layout);
  }
  void frame(std::uint64_t sequence) { frame(sequence, std::chrono::steady_clock::now()); }

  test::TestFrame picture_ =
      test::scene_frame(test::Scene::kNoise, test::padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, 16, 8, 0));
  std::unique_ptr<EdgePipeline> pipeline_ = choose_pipeline("reference").make({});
  Telemetry telemetry_;
};

TEST_F(TelemetryTest, StartsWithoutAFrameAndNotHealthy) {
  const TelemetryReport report = telemetry_.report();
  EXPECT_FALSE(report.frame.has_value());
  EXPECT_FALSE(report.health.ok);
  EXPECT_EQ(report.health.state, "starting");
}

TEST_F(TelemetryTest, AFrameMakesItHealthyAndIsReported) {
  frame(5);
  const TelemetryReport report = telemetry_.report();
  EXPECT_TRUE(report.health.ok);
  EXPECT_EQ(report.frame->sequence, 5U);
  EXPECT_EQ(report.frame->width, 16U);
  EXPECT_EQ(report.frame->range, ColorRange::kLimited);
  EXPECT_EQ(report.stages.front().name, "gray");
  EXPECT_EQ(report.stages.front().distribution.count, 1U);
}

TEST_F(TelemetryTest, GapsInTheSequenceAreDropsOfTheSource) {
  frame(0);
  frame(1);
  frame(5);
  EXPECT_EQ(telemetry_.report().drops.source, 3U);
}

TEST_F(TelemetryTest, ABrokenPictureIsCountedOnceAndNotAsAGap) {
  frame(0);
  telemetry_.bad_frame({SourceFaultKind::kBadFrame, "x"});
  frame(2);
  EXPECT_EQ(telemetry_.report().drops.bad_frame, 1U);
  EXPECT_EQ(telemetry_.report().drops.source, 0U);
  EXPECT_TRUE(telemetry_.report().health.ok);
}

TEST_F(TelemetryTest, AReopenedSourceMayCountFromZero) {
  frame(100);
  telemetry_.source_opened("again");
  frame(0);
  EXPECT_EQ(telemetry_.report().drops.source, 0U);
}

TEST_F(TelemetryTest, AFaultIsTheHealthUntilAFrameComes) {
  frame(0);
  telemetry_.source_fault({SourceFaultKind::kNoDevice, "unplugged"});
  EXPECT_FALSE(telemetry_.report().health.ok);
  EXPECT_EQ(telemetry_.report().health.state, "no_device");
  EXPECT_EQ(telemetry_.report().health.reason, "unplugged");
  frame(1);
  EXPECT_TRUE(telemetry_.report().health.ok);
}

TEST_F(TelemetryTest, AnOldFrameIsNotHealthy) {
  frame(0, std::chrono::steady_clock::now() - std::chrono::seconds(10));
  const TelemetryReport report = telemetry_.report();
  EXPECT_FALSE(report.health.ok);
  EXPECT_EQ(report.health.state, "stalled");
  EXPECT_EQ(report.health.reason, "the newest frame is 10 s old");
}

TEST_F(TelemetryTest, ASlowSourceIsHealthyBetweenItsFrames) {
  const auto now = std::chrono::steady_clock::now();
  frame(0, now - std::chrono::seconds(14));
  frame(1, now - std::chrono::seconds(9));
  EXPECT_TRUE(telemetry_.report().health.ok);
  frame(2, now - std::chrono::seconds(8));
  EXPECT_FALSE(telemetry_.report().health.ok);
}

TEST_F(TelemetryTest, OneLongGapDoesNotMakeASourceSlow) {
  const auto now = std::chrono::steady_clock::now();
  frame(0, now - std::chrono::seconds(700));
  frame(1, now - std::chrono::seconds(699));
  frame(2, now - std::chrono::seconds(9));
  EXPECT_FALSE(telemetry_.report().health.ok);
  telemetry_.source_opened("again");
  frame(0, now - std::chrono::seconds(8));
  EXPECT_FALSE(telemetry_.report().health.ok);
}

TEST_F(TelemetryTest, ABrokenPictureIsTheReasonWhenNoGoodOneCameSince) {
  frame(0, std::chrono::steady_clock::now() - std::chrono::seconds(10));
  telemetry_.bad_frame({SourceFaultKind::kBadFrame, "b.png: truncated"});
  EXPECT_EQ(telemetry_.report().health.state, "starved");
  EXPECT_EQ(telemetry_.report().health.reason, "b.png: truncated");
}

TEST_F(TelemetryTest, ALossIsCountedOnceHoweverOftenItIsTriedAgain) {
  frame(0);
  for (int i = 0; i < 5; ++i) {
    telemetry_.source_fault({SourceFaultKind::kNoDevice, "unplugged"});
  }
  EXPECT_EQ(telemetry_.report().losses, 1U);
}

TEST_F(TelemetryTest, CountsEncodesByView) {
  telemetry_.encoded(View::kGray, Microseconds(10), Microseconds(500));
  const TelemetryReport report = telemetry_.report();
  EXPECT_EQ(report.encodes.at(static_cast<std::size_t>(View::kGray)), 1U);
  EXPECT_EQ(report.encodes.at(static_cast<std::size_t>(View::kEdges)), 0U);
  EXPECT_EQ(report.capture_to_publish.last, 500.0);
  EXPECT_EQ(report.stages.back().name, "encode_gray");
}

}  // namespace
}  // namespace sobelcam
