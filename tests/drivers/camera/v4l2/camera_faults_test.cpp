// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>

#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class CameraFaultsTest : public CameraTest {};

TEST_F(CameraFaultsTest, AnUnpluggedCameraIsNoDeviceAndIsLetGoAtOnce) {
  device_->frames(3);
  device_->dequeue_error(ENODEV).after = milliseconds(1);
  start();
  Frame held = frame();
  for (int i = 0; i < 2; ++i) {
    frame();
  }
  const SourceFault got = fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kNoDevice);
  EXPECT_TRUE(contains(got.message, "was unplugged")) << got.message;
  EXPECT_EQ(system_.open_now(), 0U);
  EXPECT_EQ(held.view().row(0)[0], 1) << "a leased frame outlives its camera";
}

TEST_F(CameraFaultsTest, AfterAnUnplugNoCallIsMadeOnTheOldDescriptor) {
  device_->frames(2);
  device_->action([this] { system_.unplug("/dev/video0"); });
  start();
  FakeDevice& old = *device_;
  Frame held = frame();
  frame();
  EXPECT_EQ(fault().kind, SourceFaultKind::kNoDevice);
  const int calls = old.calls_when_gone;
  device_ = &system_.plug("/dev/video0");
  start();
  EXPECT_EQ(frame().stamp().sequence, 0U);
  held = Frame();
  EXPECT_EQ(old.calls_when_gone, calls) << "not even to give the last frame back";
  EXPECT_EQ(old.mapped(), 0U);
  EXPECT_EQ(device_->mapped(), options_.buffers);
}

TEST_F(CameraFaultsTest, MemoryOfALeasedFrameStaysMappedUntilTheLeaseEnds) {
  start();
  Frame held = frame();
  source_.reset();
  EXPECT_EQ(system_.open_now(), 0U);
  EXPECT_EQ(device_->mapped(), options_.buffers);
  EXPECT_EQ(held.view().row(47)[127], 1);
  held = Frame();
  EXPECT_EQ(device_->mapped(), 0U);
}

TEST_F(CameraFaultsTest, AHangUpWithoutADequeueErrorEndsTheSource) {
  device_->frames(1);
  device_->poll_error(POLLERR | POLLHUP);
  device_->fail(VIDIOC_STREAMOFF, ENODEV, FakeDevice::kForEver);
  start();
  frame();
  EXPECT_EQ(fault().kind, SourceFaultKind::kNoDevice);
}

TEST_F(CameraFaultsTest, ALinkIsFollowedAtEachOpening) {
  system_.links["/dev/v4l/by-id/usb-cam"] = "/dev/video0";
  start("/dev/v4l/by-id/usb-cam");
  EXPECT_EQ(facts().node, "/dev/video0");
  EXPECT_EQ(source_->description(), "Fake Camera at /dev/v4l/by-id/usb-cam (/dev/video0), YUYV 64x48 at 30 fps");
  system_.unplug("/dev/video0");
  EXPECT_EQ(fault().kind, SourceFaultKind::kNoDevice);
  EXPECT_EQ(open_fault("/dev/v4l/by-id/usb-cam").kind, SourceFaultKind::kNoDevice);
  system_.plug("/dev/video1").card = "Again";
  system_.links["/dev/v4l/by-id/usb-cam"] = "/dev/video1";
  start("/dev/v4l/by-id/usb-cam");
  EXPECT_EQ(facts().node, "/dev/video1");
  frame();
}

TEST_F(CameraFaultsTest, MissingBandwidthIsSaidInTheUsersWords) {
  device_->fail(VIDIOC_STREAMON, ENOSPC, FakeDevice::kForEver);
  const SourceFault got = open_fault();
  EXPECT_TRUE(contains(got.message, "USB bus has not enough bandwidth")) << got.message;
  EXPECT_FALSE(contains(got.message, "disk")) << got.message;
  EXPECT_EQ(system_.open_now(), 0U);
}

TEST_F(CameraFaultsTest, ABusyCameraNamesItsHolderWhereverThatIsFoundOut) {
  system_.holders["/dev/video0"] = "cheese (pid 4711)";
  for (const unsigned long request : {VIDIOC_S_FMT, VIDIOC_REQBUFS, VIDIOC_STREAMON}) {
    device_->calls.clear();
    device_->fail(request, EBUSY, FakeDevice::kForEver);
    const SourceFault got = open_fault();
    EXPECT_EQ(got.kind, SourceFaultKind::kBusy) << request;
    EXPECT_TRUE(contains(got.message, "in use by cheese (pid 4711)")) << got.message;
    EXPECT_LE(device_->calls[request], 3) << "no retry of its own";
    device_->fail(request, 0, 0);
  }
  EXPECT_EQ(system_.open_now(), 0U);
}

TEST_F(CameraFaultsTest, TheProcessIsNeverItsOwnHolder) {
  start();
  const Frame held = frame();
  source_.reset();
  start();
  frame();
}

TEST_F(CameraFaultsTest, OneFailedDequeueIsPassedOver) {
  device_->frames(1);
  device_->dequeue_error(EIO);
  start();
  frame();
  frame();
  EXPECT_EQ(counters().stream_restarts, 0U);
}

TEST_F(CameraFaultsTest, FailuresInARowRestartTheStream) {
  device_->frames(1);
  for (int i = 0; i < 5; ++i) {
    device_->dequeue_error(EIO).after = milliseconds(1);
  }
  start();
  const Frame first = frame();
  const Frame second = frame();
  EXPECT_GT(second.stamp().sequence, first.stamp().sequence);
  EXPECT_EQ(counters().stream_restarts, 1U);
  EXPECT_EQ(system_.opened, 1);
  EXPECT_EQ(device_->queued(), options_.buffers - 2);
}

TEST_F(CameraFaultsTest, FailuresWithoutEndEndTheSourceAfterAFewRestarts) {
  device_->frames(1);
  device_->fail(VIDIOC_DQBUF, EIO, FakeDevice::kForEver, 1);
  start();
  frame();
  const auto begin = system_.now();
  const SourceFault got = fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kError);
  EXPECT_TRUE(contains(got.message, "VIDIOC_DQBUF")) << got.message;
  EXPECT_LE(device_->calls[VIDIOC_STREAMON], 4);
  EXPECT_GE(system_.now() - begin, milliseconds(500)) << "restarts are not a busy loop";
  EXPECT_LT(system_.polls, 100);
  EXPECT_EQ(fault().kind, SourceFaultKind::kError) << "an ended source says so again";
}

TEST_F(CameraFaultsTest, AQueueInErrorIsRestarted) {
  device_->frames(1);
  device_->poll_error(POLLERR);
  start();
  frame();
  frame();
  EXPECT_EQ(counters().stream_restarts, 1U);
}

TEST_F(CameraFaultsTest, ABufferThatCannotBeGivenBackEndsTheSource) {
  start();
  Frame held = frame();
  device_->fail(VIDIOC_QBUF, ENOMEM);
  held = Frame();
  EXPECT_EQ(fault().kind, SourceFaultKind::kError);
  EXPECT_EQ(system_.open_now(), 0U);
  start();
  frame();
}

TEST_F(CameraFaultsTest, FewerThanTwoBuffersAreRefusedInWords) {
  for (const std::uint32_t granted : {0U, 1U}) {
    device_->granted_at_most = granted;
    const SourceFault got = open_fault();
    EXPECT_EQ(got.kind, SourceFaultKind::kUnsupported);
    EXPECT_TRUE(contains(got.message, "grants " + std::to_string(granted) + " buffer")) << got.message;
    EXPECT_EQ(device_->buffers(), 0U);
  }
  device_->granted_at_most = 2;
  start();
  frame();
  frame();
}

TEST_F(CameraFaultsTest, SlowStartersAndSlowFramesAreNotRestarted) {
  device_->add().after = seconds(6);
  for (int i = 0; i < 5; ++i) {
    device_->add().after = milliseconds(1500);
  }
  start();
  for (int i = 0; i < 6; ++i) {
    frame();
  }
  EXPECT_EQ(counters().stream_restarts, 0U);
}

TEST_F(CameraFaultsTest, ACameraThatNeverSendsIsStalledAfterTheFirstLimit) {
  device_->endless = false;
  start();
  EXPECT_TRUE(nothing_within(milliseconds(9'990)));
  const SourceFault got = fault(seconds(1));
  EXPECT_EQ(got.kind, SourceFaultKind::kStalled);
  EXPECT_TRUE(contains(got.message, "no first whole picture for 10 s")) << got.message;
}

TEST_F(CameraFaultsTest, ACameraThatFreezesIsStalledAfterTheSteadyLimit) {
  device_->endless = false;
  device_->frames(1);
  options_.camera.frame_timeout = milliseconds(700);
  start();
  frame();
  EXPECT_TRUE(nothing_within(milliseconds(690)));
  EXPECT_EQ(fault(milliseconds(20)).kind, SourceFaultKind::kStalled);
}

TEST_F(CameraFaultsTest, AConsumerThatWasAwayIsNotTakenForAStalledCamera) {
  start();
  frame();
  system_.pass(seconds(20));
  EXPECT_TRUE(std::holds_alternative<Frame>(next(milliseconds(0))));
}

TEST_F(CameraFaultsTest, TheDeadlineIsKeptInEveryState) {
  device_->endless = false;
  start();
  for (const milliseconds patience : {milliseconds(0), milliseconds(1), milliseconds(100)}) {
    const auto before = system_.now();
    EXPECT_TRUE(nothing_within(patience));
    EXPECT_LE(system_.now() - before, patience + milliseconds(1));
  }
}

TEST_F(CameraFaultsTest, MissingNodesPermissionsAndOtherDevicesAreSaid) {
  EXPECT_EQ(open_fault("/dev/video9").kind, SourceFaultKind::kNoDevice);
  system_.open_error = EACCES;
  EXPECT_TRUE(contains(open_fault().message, "group video"));
  system_.open_error = 0;
  device_->fail(VIDIOC_QUERYCAP, ENOTTY);
  EXPECT_TRUE(contains(open_fault().message, "is no camera"));
}

TEST_F(CameraFaultsTest, TheSearchForACameraTellsThatRightsAreMissing) {
  system_.plug("/dev/video1");
  system_.plug("/dev/video2").device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  system_.open_errors = {{"/dev/video0", EACCES}, {"/dev/video1", EPERM}};
  const SourceFault got = open_fault("");
  EXPECT_EQ(got.kind, SourceFaultKind::kUnsupported);
  EXPECT_TRUE(got.message.starts_with(
      "no usable camera is connected: no permission to open /dev/video0, /dev/video1: add the user to the group video"))
      << got.message;
  system_.open_errors = {{"/dev/video0", EACCES}};
  start("");
  EXPECT_EQ(facts().node, "/dev/video1") << "one that may be opened is taken";
}

TEST_F(CameraFaultsTest, ACameraInUseCountsMoreForTheSearchThanMissingRights) {
  system_.plug("/dev/video1");
  system_.open_errors = {{"/dev/video0", EACCES}, {"/dev/video1", EBUSY}};
  const SourceFault got = open_fault("");
  EXPECT_EQ(got.kind, SourceFaultKind::kBusy);
  EXPECT_TRUE(contains(got.message, "group video")) << got.message;
}

TEST_F(CameraFaultsTest, ADriverThatGivesAnotherFormatIsRefused) {
  device_->formats = {{"MJPG", {{64, 48}}, false, true}};
  device_->gives_instead = "YUYV";
  const SourceFault got = open_fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kUnsupported);
  EXPECT_TRUE(contains(got.message, "gives YUYV where it was asked for MJPG")) << got.message;
}

TEST_F(CameraFaultsTest, InterlacedPicturesAreRefused) {
  device_->field = V4L2_FIELD_INTERLACED;
  EXPECT_TRUE(contains(open_fault().message, "progressive mode"));
}

TEST_F(CameraFaultsTest, TheFormatIsReadAgainOnceThereAreBuffers) {
  device_->formats = {{"GREY", {{60, 48}}}};
  device_->extra_bytes = 4096;
  device_->after_reqbufs = [](v4l2_pix_format& format) { format.bytesperline = 64; };
  start();
  EXPECT_EQ(frame().layout().stride, 64U);
}

TEST_F(CameraFaultsTest, ANewSignalGivesNewFramesFromTheSameSource) {
  device_->frames(3);
  device_->event(V4L2_EVENT_SOURCE_CHANGE, [this] { device_->formats = {{"GREY", {{32, 24}}}}; });
  start();
  const Frame held = frame();
  frame();
  frame();
  const Frame after = frame();
  EXPECT_EQ(after.layout().width, 32U);
  EXPECT_EQ(after.stamp().format_changes, 1U);
  EXPECT_EQ(after.stamp().sequence, 3U);
  EXPECT_EQ(facts().format, "GREY");
  EXPECT_EQ(counters().format_changes, 1U);
  EXPECT_EQ(held.view().row(47)[127], 1);
  EXPECT_EQ(system_.opened, 1);
}

TEST_F(CameraFaultsTest, OldFramesThatKeepTheDriversBuffersAreWaitedFor) {
  device_->orphans = false;
  device_->frames(1);
  device_->event(V4L2_EVENT_SOURCE_CHANGE, [this] { device_->formats = {{"GREY", {{32, 24}}}}; });
  start();
  Frame held = frame();
  EXPECT_TRUE(nothing_within(seconds(1)));
  held = Frame();
  EXPECT_EQ(frame().layout().width, 32U);
  EXPECT_EQ(device_->mapped(), options_.buffers);
}

TEST_F(CameraFaultsTest, OldFramesAreNotWaitedForWithoutEnd) {
  device_->orphans = false;
  device_->frames(1);
  device_->event(V4L2_EVENT_SOURCE_CHANGE);
  start();
  const Frame held = frame();
  EXPECT_EQ(fault(seconds(10)).kind, SourceFaultKind::kBusy);
}

TEST_F(CameraFaultsTest, AThousandChangesLeaveNothingBehind) {
  for (int i = 0; i < 1000; ++i) {
    device_->frames(1);
    device_->event(V4L2_EVENT_SOURCE_CHANGE, [this, i] {
      device_->formats = {{"GREY", {i % 2 == 0 ? FakeSize{32, 24} : FakeSize{64, 48}}}};
    });
  }
  start();
  for (int i = 0; i < 1000; ++i) {
    frame();
    ASSERT_EQ(device_->mapped(), options_.buffers);
  }
  EXPECT_EQ(system_.open_now(), 1U);
}

TEST_F(CameraFaultsTest, AnEventThatIsNotThereIsNoBusyLoop) {
  device_->frames(1);
  device_->event(V4L2_EVENT_CTRL);
  device_->fail(VIDIOC_DQEVENT, EINVAL, 50);
  start();
  frame();
  frame();
  EXPECT_LT(system_.polls, 100);
}

TEST_F(CameraFaultsTest, FiftyUnplugsLeaveNothingBehind) {
  for (int i = 0; i < 50; ++i) {
    device_->frames(2);
    device_->action([this] { system_.unplug("/dev/video0"); });
    start();
    frame();
    frame();
    EXPECT_EQ(fault().kind, SourceFaultKind::kNoDevice);
    EXPECT_EQ(device_->mapped(), 0U);
    EXPECT_EQ(open_fault().kind, SourceFaultKind::kNoDevice);
    device_ = &system_.plug("/dev/video0");
  }
  source_.reset();
  EXPECT_EQ(system_.open_now(), 0U);
}

}  // namespace
}  // namespace sobelcam::test
