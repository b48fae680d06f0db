// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/replay_source.h"

#include <gtest/gtest.h>

#include <thread>

#include "tests/support/guarded.h"
#include "tests/support/scripted_media.h"
#include "tests/support/sources.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

using test::kBadHeader;
using test::kBadPixels;

class ReplaySourceTest : public testing::Test {
 protected:
  void SetUp() override { options_.memory = &memory_; }

  void open(double fps = 30) {
    source_ = std::make_unique<ReplaySource>(std::make_unique<test::ScriptedMedia>(script_), fps, options_);
  }
  void run_live(double fps) {
    options_.paced = true;
    options_.delivery = Delivery::kNewest;
    open(fps);
  }
  SourceEvent next_now() { return source_->next(Clock::now()); }

  test::GuardedMemory memory_;
  test::Script script_{{10, 20, 30}};
  SourceOptions options_ = test::every_picture_unpaced();
  std::unique_ptr<ReplaySource> source_;
};

TEST_F(ReplaySourceTest, GivesEachPictureOnceInOrder) {
  options_.loop = false;
  open();
  EXPECT_EQ(test::next_level(*source_), 10);
  EXPECT_EQ(test::next_level(*source_), 20);
  EXPECT_EQ(test::next_level(*source_), 30);
  EXPECT_TRUE(test::ends(*source_));
  EXPECT_TRUE(test::ends(*source_)) << "the end must last";
}

TEST_F(ReplaySourceTest, TheSequenceGoesOnOverTheLoop) {
  open();
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Frame frame = test::next_frame(*source_);
    EXPECT_EQ(frame.stamp().sequence, i);
    EXPECT_EQ(frame.view().row(0)[0], script_.levels[i % 3]);
  }
  EXPECT_EQ(script_.rewound, 2U);
}

TEST_F(ReplaySourceTest, DecodesIntoTheInjectedMemory) {
  open();
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(memory_.allocations(), options_.buffers);
  EXPECT_EQ(frame.view().row(0)[1], 0xA5) << "not the provider's poison";
}

TEST_F(ReplaySourceTest, KeepsTheCompressedPicture) {
  open();
  const Frame frame = test::next_frame(*source_);
  ASSERT_EQ(frame.jpeg().size(), 2U);
  EXPECT_EQ(frame.jpeg()[1], std::byte{8});
}

TEST_F(ReplaySourceTest, StampsTheTimeOfThePicture) {
  open();
  const auto before = Clock::now();
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().captured_at, before);
  EXPECT_LE(frame.stamp().captured_at, Clock::now());
}

TEST_F(ReplaySourceTest, CountsChangesOfTheLayout) {
  open();
  EXPECT_EQ(test::next_frame(*source_).stamp().format_changes, 0U);
  script_.width = 9;
  EXPECT_EQ(test::next_frame(*source_).stamp().format_changes, 1U);
  EXPECT_EQ(test::next_frame(*source_).stamp().format_changes, 1U);
  script_.width = 8;
  EXPECT_EQ(test::next_frame(*source_).stamp().format_changes, 2U);
}

TEST_F(ReplaySourceTest, ABrokenPictureUsesItsNumberUpAndTheStreamGoesOn) {
  script_.levels = {10, kBadHeader, kBadPixels, 40};
  open();
  EXPECT_EQ(test::next_level(*source_), 10);
  const SourceFault header = test::next_fault(*source_);
  EXPECT_EQ(header.kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(header.message, "bad header");
  EXPECT_EQ(test::next_fault(*source_).message, "bad pixels");
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(frame.view().row(0)[0], 40);
  EXPECT_EQ(frame.stamp().sequence, 3U);
}

TEST_F(ReplaySourceTest, ABrokenPictureTakesNoBufferAway) {
  options_.buffers = 1;
  script_.levels = {kBadPixels, 20};
  open();
  test::next_fault(*source_);
  EXPECT_EQ(test::next_level(*source_), 20);
}

TEST_F(ReplaySourceTest, AnUnpacedPassWithoutOneGoodPictureIsHopeless) {
  script_.levels = {kBadHeader, kBadPixels};
  open();
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  const SourceFault fault = test::next_fault(*source_);
  EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
  EXPECT_EQ(fault.message, "no picture in a script can be read");
}

TEST_F(ReplaySourceTest, APacedPassWithoutOneGoodPictureGoesOnAtItsPace) {
  options_.paced = true;
  script_.levels = {kBadHeader};
  open(200);
  const auto begin = Clock::now();
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  }
  EXPECT_GE(Clock::now() - begin, 20ms);
}

TEST_F(ReplaySourceTest, WhatVanishedIsAFaultUntilItComesBack) {
  script_.levels = {10};
  open();
  test::next_frame(*source_);
  script_.vanished = true;
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoDevice);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoDevice);
  script_.vanished = false;
  EXPECT_EQ(test::next_frame(*source_).stamp().sequence, 1U);
}

TEST_F(ReplaySourceTest, WhatBecameEmptyIsAFaultUntilItIsFilled) {
  open();
  script_.levels.clear();
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoSignal);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoSignal);
  script_.levels = {50};
  EXPECT_EQ(test::next_level(*source_), 50);
}

TEST_F(ReplaySourceTest, WithoutAFreeBufferNoPictureIsLost) {
  options_.buffers = 1;
  open();
  {
    const Frame held = test::next_frame(*source_);
    EXPECT_TRUE(std::holds_alternative<NoFrame>(next_now()));
    EXPECT_TRUE(std::holds_alternative<NoFrame>(next_now()));
  }
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(frame.stamp().sequence, 1U);
  EXPECT_EQ(frame.view().row(0)[0], 20);
  EXPECT_EQ(script_.decoded, 2U);
}

TEST_F(ReplaySourceTest, FramesOutliveTheSource) {
  open();
  const Frame frame = test::next_frame(*source_);
  source_.reset();
  EXPECT_EQ(frame.view().row(0)[0], 10);
}

TEST_F(ReplaySourceTest, PacedPicturesComeNoSoonerThanDue) {
  options_.paced = true;
  open(100);
  const auto begin = Clock::now();
  for (int i = 0; i < 6; ++i) {
    test::next_frame(*source_);
  }
  EXPECT_GE(Clock::now() - begin, 50ms);
}

TEST_F(ReplaySourceTest, ASlowConsumerOfEveryPictureMissesNone) {
  options_.paced = true;
  open(1000);
  test::next_frame(*source_);
  std::this_thread::sleep_for(10ms);
  for (std::uint64_t i = 1; i < 7; ++i) {
    EXPECT_EQ(test::next_frame(*source_).stamp().sequence, i);
  }
  EXPECT_EQ(script_.skipped, 0U);
}

TEST_F(ReplaySourceTest, ASlowConsumerOfTheNewestSeesAGapAndTheRightPicture) {
  run_live(1000);
  EXPECT_EQ(test::next_frame(*source_).stamp().sequence, 0U);
  std::this_thread::sleep_for(20ms);
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().sequence, 20U);
  EXPECT_EQ(frame.view().row(0)[0], script_.levels[frame.stamp().sequence % 3]);
  EXPECT_EQ(script_.decoded, 2U) << "a skipped picture was decoded";
}

TEST_F(ReplaySourceTest, ALongPauseCostsNoMoreThanTwoPasses) {
  script_.levels.assign(5, 10);
  run_live(1000);
  test::next_frame(*source_);
  std::this_thread::sleep_for(50ms);
  EXPECT_GE(test::next_frame(*source_).stamp().sequence, 50U);
  EXPECT_LE(script_.skipped, 10U);
}

TEST_F(ReplaySourceTest, APictureThatFoundNoBufferIsSkippedWhenItIsOld) {
  options_.buffers = 1;
  run_live(1000);
  {
    const Frame held = test::next_frame(*source_);
    std::this_thread::sleep_for(5ms);
    EXPECT_TRUE(std::holds_alternative<NoFrame>(next_now()));
    std::this_thread::sleep_for(5ms);
  }
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().sequence, 10U);
  EXPECT_EQ(frame.view().row(0)[0], script_.levels[frame.stamp().sequence % 3]);
}

TEST_F(ReplaySourceTest, TheNewestOfAStreamThatHasEndedIsTheEnd) {
  options_.loop = false;
  run_live(1000);
  test::next_frame(*source_);
  std::this_thread::sleep_for(20ms);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(ReplaySourceTest, SaysWhatItIs) {
  options_.paced = true;
  open(29.97);
  EXPECT_EQ(source_->description(), "replay of a script at 29.97 fps");
}

}  // namespace
}  // namespace sobelcam
