// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>

#include <algorithm>
#include <thread>

#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class CameraFramesTest : public CameraTest {};

TEST_F(CameraFramesTest, FramesComeOneAfterTheOther) {
  start();
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Frame got = frame();
    EXPECT_EQ(got.stamp().sequence, i);
    EXPECT_EQ(got.view().row(0)[0], (i + 1) % 251);
    EXPECT_EQ(got.layout().width, 64U);
    EXPECT_EQ(got.layout().format, PixelFormat::kYuyv);
    EXPECT_EQ(got.memory(), MemoryKind::kOrdinary);
  }
  EXPECT_EQ(counters().delivered, 100U);
  EXPECT_EQ(counters().lost, 0U);
  EXPECT_EQ(counters().copied, 0U);
  EXPECT_EQ(counters().clock_distrusted, 0U);
}

TEST_F(CameraFramesTest, TwiceAsManyShortFramesAsBuffersDoNotStopTheStream) {
  for (unsigned i = 0; i < 2 * options_.buffers; ++i) {
    device_->add().bytes_used = 64 * 48 * 2 - 1;
  }
  start();
  EXPECT_EQ(frame().stamp().sequence, 2 * options_.buffers);
  EXPECT_EQ(counters().too_short, 2 * options_.buffers);
  EXPECT_EQ(device_->starved_frames, 0);
  EXPECT_GE(device_->fewest_queued, 2U);
}

TEST_F(CameraFramesTest, AFlaggedFrameIsSkippedAndCountedAndTheSequenceGoesOn) {
  for (int i = 0; i < 100; ++i) {
    device_->add().flags |= i % 10 == 9 ? V4L2_BUF_FLAG_ERROR : 0;
  }
  start();
  for (int i = 0; i < 90; ++i) {
    EXPECT_NE(frame().stamp().sequence % 10, 9U);
  }
  frame();
  EXPECT_EQ(counters().flagged, 10U);
  EXPECT_EQ(counters().lost, 0U);
}

TEST_F(CameraFramesTest, AFrameThatClaimsMoreThanItsBufferIsSkipped) {
  device_->add().bytes_used = 64 * 48 * 2 + 1;
  start();
  EXPECT_EQ(frame().stamp().sequence, 1U);
  EXPECT_EQ(counters().too_long, 1U);
}

TEST_F(CameraFramesTest, ASingleFieldIsSkipped) {
  device_->add().field = V4L2_FIELD_TOP;
  start();
  EXPECT_EQ(frame().stamp().sequence, 1U);
  EXPECT_EQ(counters().wrong_field, 1U);
}

TEST_F(CameraFramesTest, LostFramesAreAGapAndCounted) {
  device_->frames(1);
  device_->add().sequence_step = 4;
  start();
  EXPECT_EQ(frame().stamp().sequence, 0U);
  EXPECT_EQ(frame().stamp().sequence, 4U);
  EXPECT_EQ(counters().lost, 3U);
}

TEST_F(CameraFramesTest, TheSequenceSurvivesItsWrapAround) {
  device_->sequence = 0xfffffffe;
  start();
  for (std::uint64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(frame().stamp().sequence, i);
  }
  EXPECT_EQ(counters().lost, 0U);
}

TEST_F(CameraFramesTest, ADriversTimeThatIsOffIsReplacedByTheArrivals) {
  device_->add().taken_at = seconds(3600 + 29);
  start();
  const Frame got = frame();
  EXPECT_EQ(got.stamp().captured_at, system_.now());
  EXPECT_EQ(counters().clock_distrusted, 1U);
}

TEST_F(CameraFramesTest, ReadableWithoutAFrameIsNothing) {
  for (int i = 0; i < 30; ++i) {
    device_->dequeue_error(EAGAIN).after = milliseconds(5);
    device_->frames(2);
  }
  start();
  for (int i = 0; i < 60; ++i) {
    frame();
  }
  EXPECT_EQ(counters().stream_restarts, 0U);
  EXPECT_EQ(system_.opened, 1);
}

TEST_F(CameraFramesTest, TheNewestFrameIsTakenWhenSeveralWait) {
  options_.delivery = Delivery::kNewest;
  start();
  frame();
  system_.pass(milliseconds(100));
  EXPECT_EQ(frame().stamp().sequence, 3U);
  EXPECT_EQ(counters().passed_over, 2U);
  EXPECT_EQ(device_->starved_frames, 0);
}

TEST_F(CameraFramesTest, ABrokenFrameBehindAGoodOneDoesNotHideIt) {
  options_.delivery = Delivery::kNewest;
  device_->frames(2);
  device_->add().flags |= V4L2_BUF_FLAG_ERROR;
  start();
  system_.pass(milliseconds(100));
  EXPECT_EQ(frame().stamp().sequence, 1U);
}

TEST_F(CameraFramesTest, TheDriverKeepsTwoBuffersWhateverIsLeased) {
  start();
  std::vector<Frame> held;
  for (unsigned i = 0; i < options_.buffers; ++i) {
    held.push_back(frame());
  }
  EXPECT_EQ(counters().copied, 2U);
  EXPECT_GE(device_->fewest_queued, 2U);
  std::vector<int> shown;
  for (const Frame& one : held) {
    shown.push_back(one.view().row(47)[0]);
  }
  EXPECT_EQ(shown, (std::vector<int>{1, 2, 3, 4}));
  held.clear();
  EXPECT_EQ(frame().stamp().sequence, 4U);
  EXPECT_EQ(counters().copied, 2U);
}

TEST_F(CameraFramesTest, WithNoMemoryLeftFramesArePassedOverAndNothingWaits) {
  start();
  std::vector<Frame> held;
  for (unsigned i = 0; i < 2 + options_.buffers; ++i) {
    held.push_back(frame());
  }
  EXPECT_TRUE(nothing_within(milliseconds(200)));
  EXPECT_GT(counters().passed_over, 3U);
  held.clear();
  EXPECT_TRUE(std::holds_alternative<Frame>(next()));
}

TEST_F(CameraFramesTest, ALeaseMayEndOnAnotherThread) {
  start();
  for (int i = 0; i < 20; ++i) {
    std::thread([lease = frame()] {}).join();
  }
  EXPECT_EQ(device_->queued(), options_.buffers);
}

TEST_F(CameraFramesTest, PaddedRowsAreTheDrivers) {
  device_->formats = {{"YUYV", {{848, 480}}}};
  device_->padding = 32;
  start();
  const Frame got = frame();
  EXPECT_EQ(got.layout().stride, 1728U);
  EXPECT_EQ(facts().stride, 1728U);
}

TEST_F(CameraFramesTest, OddSizesComeThroughWhole) {
  for (const FakeSize& size : {FakeSize{800, 650}, {1366, 768}, {641, 481}, {1, 1}, {3, 3}}) {
    device_->formats = {{"GREY", {size}}};
    start();
    const Frame got = frame();
    EXPECT_EQ(got.layout().width, size.width);
    EXPECT_EQ(got.layout().height, size.height);
    source_.reset();
  }
}

TEST_F(CameraFramesTest, ABufferThatEndsBeforeItsLayoutIsCopied) {
  device_->padding = 64;
  device_->extra_bytes = 0U - 64;  // the padding of the last row
  start();
  for (int i = 0; i < 10; ++i) {
    const Frame got = frame();
    EXPECT_EQ(got.layout().stride, 64U * 2 + 64);
    EXPECT_EQ(got.view().row(47)[127], got.view().row(0)[0]);
  }
  EXPECT_EQ(counters().copied, counters().delivered);
  EXPECT_EQ(counters().too_short, 0U);
}

TEST_F(CameraFramesTest, APaddedLastRowMayBeMissing) {
  device_->formats = {{"NV12", {{848, 480}}}};
  device_->padding = 48;
  const std::uint32_t least = 896 * 480 + 896 * 239 + 848;
  device_->add().bytes_used = least - 1;
  device_->add().bytes_used = least;
  start();
  EXPECT_EQ(frame().stamp().sequence, 1U);
  EXPECT_EQ(counters().too_short, 1U);
}

TEST_F(CameraFramesTest, TheMultiPlanarApiGivesTheSame) {
  device_->device_caps = V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING;
  device_->formats = {{"NV12", {{64, 48}}}};
  device_->data_offset = 128;
  start();
  EXPECT_TRUE(facts().multi_planar);
  for (int i = 1; i < 10; ++i) {
    const Frame got = frame();
    EXPECT_EQ(got.view().row(0)[0], i);
    EXPECT_EQ(got.view().chroma_row(23)[63], i);
  }
}

TEST_F(CameraFramesTest, NoBufferIsAskedForInSteadyState) {
  start();
  frame();
  const auto before = device_->calls;
  for (int i = 0; i < 1000; ++i) {
    frame();
  }
  for (const unsigned long request : {VIDIOC_REQBUFS, VIDIOC_QUERYBUF, VIDIOC_S_FMT, VIDIOC_STREAMON}) {
    const auto found = before.find(request);
    EXPECT_EQ(device_->calls[request], found == before.end() ? 0 : found->second);
  }
}

TEST_F(CameraFramesTest, TheDescriptionNamesCameraAndMode) {
  start();
  EXPECT_EQ(source_->description(), "Fake Camera at /dev/video0, YUYV 64x48 at 30 fps");
}

}  // namespace
}  // namespace sobelcam::test
