// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/capture_loop.h"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <thread>

#include "kernels/pipelines.h"
#include "tests/support/scripted_source.h"

namespace sobelcam {
namespace {

using test::Act;
using test::ScriptedSource;

class CaptureLoopTest : public testing::Test {
 protected:
  void SetUp() override { spdlog::set_level(spdlog::level::off); }

  /// Runs the loop until the condition holds.
  template <typename Condition>
  bool run_until(std::function<OpenedSource()> open_source, Condition condition) {
    CaptureLoop loop({std::move(open_source), *pipeline_, false, hub_, encoder_, telemetry_});
    std::jthread encoding([this](const std::stop_token& stop) { encoder_.run(stop); });
    std::jthread capturing([&loop](const std::stop_token& stop) { loop.run(stop); });
    const auto give_up_at = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!condition() && std::chrono::steady_clock::now() < give_up_at) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return condition();
  }

  std::unique_ptr<EdgePipeline> pipeline_ = choose_pipeline("reference").make({});
  PictureHub hub_;
  Telemetry telemetry_;
  Encoder encoder_{hub_, telemetry_, 90};
};

TEST_F(CaptureLoopTest, ProcessesFramesWithoutEncodingWhenNobodyWatches) {
  EXPECT_TRUE(run_until([] { return std::make_unique<ScriptedSource>(std::deque<Act>{}); },
                        [this] { return telemetry_.report().frames >= 20; }));
  EXPECT_EQ(telemetry_.report().encodes.at(0), 0U);
}

TEST_F(CaptureLoopTest, SurvivesBrokenPictures) {
  EXPECT_TRUE(run_until(
      [] {
        return std::make_unique<ScriptedSource>(
            std::deque<Act>{Act::kFrame, Act::kBadFrame, Act::kBadFrame, Act::kNothing, Act::kFrame});
      },
      [this] { return telemetry_.report().frames >= 5; }));
  EXPECT_EQ(telemetry_.report().drops.bad_frame, 2U);
  EXPECT_EQ(telemetry_.report().drops.source, 0U);
  EXPECT_TRUE(telemetry_.report().health.ok);
}

TEST_F(CaptureLoopTest, ReopensALostSourceAndRecovers) {
  std::atomic<int> opens = 0;
  EXPECT_TRUE(run_until(
      [&opens]() -> OpenedSource {
        const bool first = opens++ == 0;
        return std::make_unique<ScriptedSource>(first ? std::deque<Act>{Act::kFrame, Act::kLost} : std::deque<Act>{});
      },
      [&] { return opens >= 2 && telemetry_.report().frames >= 10; }));
  EXPECT_EQ(telemetry_.report().losses, 1U);
  EXPECT_TRUE(telemetry_.report().health.ok);
}

TEST_F(CaptureLoopTest, ShowsTheReasonWhileTheSourceIsMissing) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  EXPECT_TRUE(run_until(
      []() -> OpenedSource {
        return SourceFault{SourceFaultKind::kNoDevice, "no camera is connected"};
      },
      [this] {
        const SharedPicture picture = hub_.newest(View::kEdges);
        return picture != nullptr && picture->no_signal;
      }));
  EXPECT_EQ(telemetry_.report().health.state, "no_device");
  EXPECT_EQ(telemetry_.report().health.reason, "no camera is connected");
}

TEST_F(CaptureLoopTest, ShowsWhyWhenEveryPictureIsBroken) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  EXPECT_TRUE(run_until([] { return std::make_unique<ScriptedSource>(std::deque<Act>(5000, Act::kBadFrame)); },
                        [this] {
                          const SharedPicture picture = hub_.newest(View::kEdges);
                          return picture != nullptr && picture->no_signal;
                        }));
  EXPECT_EQ(telemetry_.report().health.state, "starved");
}

TEST_F(CaptureLoopTest, ShowsThatItWaitsForTheFirstPicture) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  EXPECT_TRUE(run_until([] { return std::make_unique<ScriptedSource>(std::deque<Act>(5000, Act::kNothing)); },
                        [this] {
                          const SharedPicture picture = hub_.newest(View::kEdges);
                          return picture != nullptr && picture->no_signal;
                        }));
  EXPECT_EQ(telemetry_.report().frames, 0U);
}

TEST_F(CaptureLoopTest, StopsWithinASecondWhileItWaitsForTheSource) {
  const auto begin = std::chrono::steady_clock::now();
  run_until(
      []() -> OpenedSource {
        return SourceFault{SourceFaultKind::kBusy, "busy"};
      },
      [this] { return telemetry_.report().health.state == "busy"; });
  const auto waited = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(waited, std::chrono::milliseconds(1500));
}

}  // namespace
}  // namespace sobelcam
