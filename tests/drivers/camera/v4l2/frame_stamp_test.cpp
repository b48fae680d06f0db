// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include "drivers/camera/v4l2/frame_clock.h"
#include "drivers/camera/v4l2/sequence_counter.h"

namespace sobelcam::v4l2 {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(SequenceCounterTest, CountsWhatTheDriverLost) {
  SequenceCounter counter;
  EXPECT_EQ(counter.next(7).sequence, 0U);
  EXPECT_EQ(counter.next(8).lost, 0U);
  const auto third = counter.next(11);
  EXPECT_EQ(third.lost, 2U);
  EXPECT_EQ(third.sequence, 4U);
}

TEST(SequenceCounterTest, WrapsAroundWithoutALoss) {
  SequenceCounter counter;
  EXPECT_EQ(counter.next(0xfffffffeU).sequence, 0U);
  EXPECT_EQ(counter.next(0xffffffffU).lost, 0U);
  EXPECT_EQ(counter.next(0).lost, 0U);
  const auto later = counter.next(2);
  EXPECT_EQ(later.lost, 1U);
  EXPECT_EQ(later.sequence, 4U);
}

TEST(SequenceCounterTest, ANumberThatComesTwiceOrStepsBackStillGrows) {
  SequenceCounter counter;
  std::uint64_t last = counter.next(5).sequence;
  for (const std::uint32_t number : {5U, 6U, 6U, 4U, 0U}) {
    const auto next = counter.next(number);
    EXPECT_EQ(next.sequence, last + 1) << number;
    EXPECT_EQ(next.lost, 0U) << number;
    last = next.sequence;
  }
}

TEST(SequenceCounterTest, ARestartedStreamGoesOnCounting) {
  SequenceCounter counter;
  counter.next(100);
  counter.stream_restarted();
  const auto next = counter.next(200);
  EXPECT_EQ(next.sequence, 1U);
  EXPECT_EQ(next.lost, 0U);
}

TEST(SequenceCounterTest, AJumpBeyondReasonIsNoLoss) {
  SequenceCounter counter;
  counter.next(0);
  EXPECT_EQ(counter.next(1'000'000).lost, 0U);
}

class FrameClockTest : public testing::Test {
 protected:
  FrameClock::Time next(milliseconds taken_at) {
    return clock_.next(taken_at, V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, now_);
  }

  FrameClock clock_;
  FrameClock::Clock::time_point now_{seconds(1000)};
};

TEST_F(FrameClockTest, ThePlausibleTimeOfTheDriverIsTaken) {
  const auto time = next(seconds(1000) - milliseconds(20));
  EXPECT_TRUE(time.trusted);
  EXPECT_EQ(time.at, now_ - milliseconds(20));
}

TEST_F(FrameClockTest, OtherClocksAreNotTrusted) {
  for (const std::uint32_t flags : {0U, std::uint32_t{V4L2_BUF_FLAG_TIMESTAMP_COPY}}) {
    const auto time = clock_.next(seconds(999), flags, now_);
    EXPECT_FALSE(time.trusted);
    EXPECT_GE(time.at, now_);
  }
}

TEST_F(FrameClockTest, TheFutureAndTheDistantPastAreNotTrusted) {
  EXPECT_FALSE(next(seconds(1029)).trusted);
  EXPECT_FALSE(next(seconds(971)).trusted);
  EXPECT_FALSE(next(seconds(0)).trusted);
}

TEST_F(FrameClockTest, TimeNeverGoesBackOrStandsStill) {
  auto last = next(milliseconds(999'990)).at;
  for (const milliseconds taken : {milliseconds(999'990), milliseconds(999'980), milliseconds(999'999)}) {
    const auto time = next(taken);
    EXPECT_GT(time.at, last);
    last = time.at;
  }
}

}  // namespace
}  // namespace sobelcam::v4l2
