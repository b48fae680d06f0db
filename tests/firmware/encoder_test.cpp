// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/encoder.h"

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

#include <thread>

#include "drivers/files/image_formats.h"
#include "kernels/pipelines.h"
#include "tests/support/test_frames.h"

namespace sobelcam {
namespace {

class EncoderTest : public testing::Test {
 protected:
  void SetUp() override { spdlog::set_level(spdlog::level::off); }

  EdgeResult result(std::uint64_t sequence) {
    return std::move(*pipeline_->process(
        Frame::borrowing(picture_.view(), {sequence, std::chrono::steady_clock::now(), 0}), hub_.demand(false)));
  }

  /// Runs the encoder until its mailbox is empty.
  void encode_what_waits() {
    std::jthread thread([this](const std::stop_token& stop) { encoder_.run(stop); });
    const auto give_up_at = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    while (encoder_.busy() && std::chrono::steady_clock::now() < give_up_at) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::uint64_t encodes(View view) const { return telemetry_.report().encodes.at(static_cast<std::size_t>(view)); }

  test::TestFrame picture_ =
      test::scene_frame(test::Scene::kNoise, test::padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 50, 30, 0));
  std::unique_ptr<EdgePipeline> pipeline_ = choose_pipeline("reference").make({});
  PictureHub hub_;
  Telemetry telemetry_;
  Encoder encoder_{hub_, telemetry_, 90};
};

TEST_F(EncoderTest, EncodesNothingThatNobodyWatches) {
  encoder_.offer(result(1));
  encode_what_waits();
  for (const View view : kViews) {
    EXPECT_EQ(encodes(view), 0U) << name(view);
  }
}

TEST_F(EncoderTest, MakesOneJpegForEachWatchedView) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  const PictureHub::Watch blur(hub_, View::kBlur);
  const PictureHub::Watch source(hub_, View::kSource);
  encoder_.offer(result(7));
  encode_what_waits();
  EXPECT_EQ(encodes(View::kEdges), 1U);
  EXPECT_EQ(encodes(View::kBlur), 1U);
  EXPECT_EQ(encodes(View::kSource), 1U);
  EXPECT_EQ(encodes(View::kGray), 0U);
  for (const View view : {View::kEdges, View::kBlur, View::kSource}) {
    const SharedPicture picture = hub_.newest(view);
    ASSERT_NE(picture, nullptr) << name(view);
    EXPECT_EQ(picture->sequence, 7U);
    EXPECT_EQ(picture->serial, 1U);
    const auto opened = open_image(picture->jpeg);
    ASSERT_TRUE(std::holds_alternative<std::unique_ptr<ImageDecoder>>(opened)) << name(view);
    EXPECT_EQ(std::get<std::unique_ptr<ImageDecoder>>(opened)->header().width, 50U);
  }
}

TEST_F(EncoderTest, TakesTheNewestAndCountsWhatItReplaces) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  encoder_.offer(result(1));
  encoder_.offer(result(2));
  encoder_.offer(result(3));
  encode_what_waits();
  EXPECT_EQ(hub_.newest(View::kEdges)->sequence, 3U);
  EXPECT_EQ(encodes(View::kEdges), 1U);
  EXPECT_EQ(telemetry_.report().drops.encoder, 2U);
}

TEST_F(EncoderTest, LeavesOutAViewThatTheResultDoesNotHold) {
  EdgeResult without_planes = result(1);
  const PictureHub::Watch gray(hub_, View::kGray);
  const PictureHub::Watch source(hub_, View::kSource);
  encoder_.offer(std::move(without_planes));
  encode_what_waits();
  EXPECT_EQ(hub_.newest(View::kGray), nullptr);
  EXPECT_EQ(hub_.newest(View::kSource), nullptr);
}

TEST_F(EncoderTest, ShowsNoSignalInEveryWatchedView) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  const PictureHub::Watch source(hub_, View::kSource);
  encoder_.offer(NoSignal{"unplugged", 320, 240});
  encode_what_waits();
  EXPECT_TRUE(hub_.newest(View::kEdges)->no_signal);
  EXPECT_TRUE(hub_.newest(View::kSource)->no_signal);
  EXPECT_EQ(encodes(View::kEdges), 0U);
}

TEST_F(EncoderTest, AFrameTooLargeForAJpegIsToldAndEndsNothing) {
  const PictureHub::Watch edges(hub_, View::kEdges);
  const test::TestFrame wide = test::scene_frame(
      test::Scene::kConstant, test::padded_layout(PixelFormat::kGrey, ColorRange::kFull, 65535, 2, 0));
  encoder_.offer(std::move(*pipeline_->process(Frame::borrowing(wide.view()), hub_.demand(false))));
  encode_what_waits();
  ASSERT_NE(hub_.newest(View::kEdges), nullptr);
  EXPECT_TRUE(hub_.newest(View::kEdges)->no_signal);
  encoder_.offer(NoSignal{"lost", 65535, 2});
  encode_what_waits();
  EXPECT_EQ(hub_.newest(View::kEdges)->serial, 2U);
}

TEST_F(EncoderTest, EndsAtOnceWhenItIsStopped) {
  const auto begin = std::chrono::steady_clock::now();
  {
    std::jthread thread([this](const std::stop_token& stop) { encoder_.run(stop); });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace sobelcam
