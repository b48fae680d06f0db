// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>

#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class CameraBrokenFramesTest : public CameraTest {
 protected:
  /// So many frames that are broken in the way named, at 30 a second.
  void flagged(int count) {
    for (int i = 0; i < count; ++i) {
      device_->add().flags |= V4L2_BUF_FLAG_ERROR;
    }
  }
  void with_bytes(int count, std::uint32_t bytes) {
    for (int i = 0; i < count; ++i) {
      device_->add().bytes_used = bytes;
    }
  }
};

TEST_F(CameraBrokenFramesTest, AreSaidAfterASecondWithTheirCauseAndThenOnceASecond) {
  device_->frames(1);
  flagged(300);
  start();
  frame();
  EXPECT_TRUE(nothing_within(milliseconds(950)));
  for (int i = 0; i < 5; ++i) {
    const SourceFault got = fault(milliseconds(1100));
    EXPECT_EQ(got.kind, SourceFaultKind::kBadFrame);
    EXPECT_EQ(got.message,
              "Fake Camera at /dev/video0 sends only broken pictures (the driver marks them as damaged): try another "
              "cable or USB port, or another --format");
  }
}

TEST_F(CameraBrokenFramesTest, TheCausesAreNamedTogetherAndCountedApart) {
  flagged(10);
  with_bytes(10, 0);
  with_bytes(20, 100);
  start();
  const SourceFault got = fault();
  EXPECT_TRUE(contains(got.message, "(the driver marks them as damaged, empty, cut short)")) << got.message;
  EXPECT_EQ(counters().flagged, 10U);
  EXPECT_EQ(counters().empty, 10U);
  EXPECT_GT(counters().too_short, 0U);
}

TEST_F(CameraBrokenFramesTest, EndWithTheFirstGoodOneAndBeginAnewWithTheNext) {
  flagged(40);
  device_->frames(1);
  with_bytes(40, 0);
  start();
  EXPECT_TRUE(contains(fault().message, "damaged"));
  frame();
  const auto good_at = system_.now();
  const SourceFault got = fault();
  EXPECT_GE(system_.now() - good_at, seconds(1));
  EXPECT_FALSE(contains(got.message, "damaged")) << got.message;
}

TEST_F(CameraBrokenFramesTest, NeverCloseTheDeviceAndStartTheStreamAnewNowAndThen) {
  flagged(30 * 60);
  device_->frames(1);
  start();
  const auto begin = system_.now();
  while (std::holds_alternative<SourceFault>(next())) {
    ASSERT_LT(system_.now() - begin, seconds(120));
  }
  EXPECT_GE(system_.now() - begin, seconds(59));
  EXPECT_EQ(system_.opened, 1);
  EXPECT_GE(counters().stream_restarts, 4U);
  EXPECT_LE(counters().stream_restarts, 6U);
  EXPECT_GE(counters().flagged, 30U * 55);
}

TEST_F(CameraBrokenFramesTest, GoBackToTheDriverAndAreNoBusyLoop) {
  for (int i = 0; i < 100'000; ++i) {
    Step& step = device_->add();
    step.bytes_used = 0;
    step.after = std::chrono::microseconds(100);
  }
  start();
  const auto begin = system_.now();
  while (system_.now() - begin < seconds(5)) {
    EXPECT_EQ(fault().kind, SourceFaultKind::kBadFrame);
  }
  EXPECT_LT(system_.polls, 1000);
  EXPECT_EQ(device_->queued(), options_.buffers);
}

TEST_F(CameraBrokenFramesTest, ThatStopComingAreAStallThatStillTellsTheCause) {
  device_->frames(1);
  flagged(20);
  device_->endless = false;
  start();
  frame();
  const SourceFault got = fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kStalled);
  EXPECT_TRUE(contains(got.message, "broken ones before (the driver marks them as damaged)")) << got.message;
}

TEST_F(CameraBrokenFramesTest, OneAfterALongAbsenceOfTheConsumerIsNoNews) {
  device_->frames(1);
  start();
  frame();
  flagged(1);
  system_.pass(seconds(20));
  EXPECT_TRUE(std::holds_alternative<Frame>(next()));
}

}  // namespace
}  // namespace sobelcam::test
