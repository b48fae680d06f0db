// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>

#include <cerrno>
#include <cstring>

#include "drivers/camera/v4l2/controls.h"
#include "drivers/camera/v4l2/list_cameras.h"
#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

FakeControl control(std::uint32_t id, const std::string& name, std::uint32_t type, std::int64_t minimum,
                    std::int64_t maximum, std::int64_t value) {
  FakeControl made;
  made.info.id = id;
  made.info.type = type;
  made.info.minimum = minimum;
  made.info.maximum = maximum;
  made.info.step = 1;
  made.info.default_value = value;
  std::memcpy(made.info.name, name.data(), name.size());
  made.value = value;
  return made;
}

v4l2_dv_timings signal(std::uint32_t width, std::uint32_t height, std::uint64_t pixel_clock, std::uint32_t columns,
                       std::uint32_t rows) {
  v4l2_dv_timings timings{};
  timings.bt.width = width;
  timings.bt.height = height;
  timings.bt.pixelclock = pixel_clock;
  timings.bt.hsync = columns - width;
  timings.bt.vsync = rows - height;
  return timings;
}

class CameraSetupTest : public CameraTest {
 protected:
  std::string notes() const {
    std::string all;
    for (const std::string& note : facts().notes) {
      all += note + "\n";
    }
    return all;
  }
};

TEST_F(CameraSetupTest, AutoTakesTheFirstNodeThatCapturesWhatIsDecoded) {
  device_->device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  system_.plug("/dev/video1").device_caps = V4L2_CAP_VIDEO_M2M | V4L2_CAP_STREAMING;
  system_.plug("/dev/video2").device_caps = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING;
  system_.plug("/dev/video3").formats = {{"H264", {{64, 48}}, false, true}};
  system_.plug("/dev/video4").card = "The One";
  start("");
  EXPECT_EQ(facts().node, "/dev/video4");
  EXPECT_EQ(facts().card, "The One");
  EXPECT_EQ(system_.open_now(), 1U);
}

TEST_F(CameraSetupTest, AutoSaysOfEachNodeWhyItWasPassedOver) {
  device_->device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  system_.plug("/dev/video1").device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_M2M | V4L2_CAP_STREAMING;
  system_.plug("/dev/video2").device_caps = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING;
  system_.plug("/dev/video3").formats = {{"H264", {{64, 48}}, false, true}};
  system_.plug("/dev/video4").device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_READWRITE;
  const SourceFault got = open_fault("");
  EXPECT_EQ(got.kind, SourceFaultKind::kNoDevice);
  for (const char* words : {"/dev/video0 (Fake Camera) gives the camera's metadata",
                            "/dev/video1 (Fake Camera) converts", "/dev/video2 (Fake Camera) shows pictures",
                            "not decoded here: H264", "/dev/video4 (Fake Camera) cannot stream"}) {
    EXPECT_TRUE(contains(got.message, words)) << words << " in " << got.message;
  }
  EXPECT_EQ(system_.open_now(), 0U);
}

TEST_F(CameraSetupTest, AutoWithoutANodeSaysThatNoCameraIsConnected) {
  system_.unplug("/dev/video0");
  EXPECT_TRUE(contains(open_fault("").message, "no camera is connected (there is no /dev/video*)"));
}

TEST_F(CameraSetupTest, ANamedNodeThatIsNoCameraIsUnsupported) {
  device_->device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  EXPECT_EQ(open_fault().kind, SourceFaultKind::kUnsupported);
}

TEST_F(CameraSetupTest, TheWantedModeIsSetAtTheDriver) {
  device_->formats = {{"YUYV", {{64, 48, {30, 15}}, {128, 96, {10}}}}, {"MJPG", {{128, 96, {30}}}, false, true}};
  options_.camera.size = v4l2::FrameSize{64, 48};
  options_.camera.fps = 15;
  start();
  EXPECT_EQ(device_->format().width, 64U);
  EXPECT_EQ(device_->fps(), 15);
  EXPECT_EQ(facts().fps, 15);
  EXPECT_EQ(facts().chosen, "YUYV 64x48 at 15 fps: the cheapest format at this size and rate");
  EXPECT_EQ(facts().modes.formats.size(), 2U);
  EXPECT_EQ(facts().modes.formats[0].sizes[0].intervals.size(), 2U);
  EXPECT_EQ(facts().modes.formats[0].description, "fake YUYV");
}

TEST_F(CameraSetupTest, AWantedFormatThatIsMissingIsRefusedBeforeTheDriverIsAsked) {
  options_.camera.format = "NV12";
  EXPECT_TRUE(contains(open_fault().message, "NV12 does not exist; it offers YUYV"));
  EXPECT_EQ(device_->calls[VIDIOC_S_FMT], 0);
}

TEST_F(CameraSetupTest, ARangeOfSizesGivesTheWantedOne) {
  device_->formats = {{"GREY", {{16, 16}, {1920, 1080}}, true, false, 1}};
  options_.camera.size = v4l2::FrameSize{641, 481};
  start();
  EXPECT_EQ(frame().layout().width, 641U);
}

TEST_F(CameraSetupTest, AFormatThatIsRefusedOnceIsAskedForAgain) {
  device_->fail(VIDIOC_S_FMT, EINVAL);
  start();
  frame();
  device_->fail(VIDIOC_S_FMT, EINVAL, 2);
  source_.reset();
  EXPECT_EQ(open_fault().kind, SourceFaultKind::kUnsupported);
}

TEST_F(CameraSetupTest, ARateThatCannotBeSetIsSaidAndNoFault) {
  device_->sets_rate = false;
  start();
  EXPECT_TRUE(contains(notes(), "rate cannot be set")) << notes();
  frame();
}

TEST_F(CameraSetupTest, ControlsAreListedWithValuesAndMenus) {
  device_->controls = {
      control(0x00980900, "Brightness", V4L2_CTRL_TYPE_INTEGER, -64, 64, 3),
      control(0x00980918, "Power Line Frequency", V4L2_CTRL_TYPE_MENU, 0, 2, 1),
      control(0x009a0001, "Camera Controls", V4L2_CTRL_TYPE_CTRL_CLASS, 0, 0, 0),
      control(0x009a0902, "Exposure Time, Absolute", V4L2_CTRL_TYPE_INTEGER, 1, 5000, 250),
      control(0x009a0fff, "Wide", V4L2_CTRL_TYPE_INTEGER64, 0, std::int64_t{1} << 40, std::int64_t{1} << 35)};
  device_->controls[1].menu = {{0, "Disabled"}, {2, "60 Hz"}};
  start();
  const auto controls = facts().controls;
  ASSERT_EQ(controls.size(), 4U);
  EXPECT_EQ(controls[0].name, "brightness");
  EXPECT_EQ(controls[0].minimum, -64);
  EXPECT_EQ(controls[0].value, 3);
  EXPECT_EQ(controls[1].name, "power_line_frequency");
  EXPECT_EQ(controls[1].type, ControlType::kMenu);
  EXPECT_EQ(controls[1].menu, (std::vector<std::pair<std::int64_t, std::string>>{{0, "Disabled"}, {2, "60 Hz"}}));
  EXPECT_EQ(controls[2].name, "exposure_time_absolute");
  EXPECT_EQ(controls[3].value, std::int64_t{1} << 35);
}

TEST_F(CameraSetupTest, ControlsAreSetAtEachOpeningAndNewStart) {
  device_->controls = {control(0x00980900, "Brightness", V4L2_CTRL_TYPE_INTEGER, -64, 64, 3)};
  options_.camera.controls = {{"brightness", 40}};
  device_->frames(1);
  device_->event(V4L2_EVENT_SOURCE_CHANGE, [this] { device_->controls[0].value = 3; });
  start();
  EXPECT_EQ(device_->controls[0].value, 40);
  EXPECT_EQ(facts().controls[0].value, 40);
  frame();
  frame();
  EXPECT_EQ(device_->controls[0].value, 40);
  system_.unplug("/dev/video0");
  fault();
  device_ = &system_.plug("/dev/video0");
  device_->controls = {control(0x00980900, "Brightness", V4L2_CTRL_TYPE_INTEGER, -64, 64, 3)};
  start();
  EXPECT_EQ(device_->controls[0].value, 40);
}

TEST_F(CameraSetupTest, ControlsThatCannotBeSetAreSaidAndNoFault) {
  device_->controls = {control(0x00980900, "Brightness", V4L2_CTRL_TYPE_INTEGER, -64, 64, 3),
                       control(0x00980901, "Serial", V4L2_CTRL_TYPE_INTEGER, 0, 9, 1)};
  device_->controls[1].info.flags = V4L2_CTRL_FLAG_READ_ONLY;
  options_.camera.controls = {
      {"brightness", 65}, {"sharpness", 1}, {"serial", 2}, {"brightness", std::int64_t{1} << 40}};
  start();
  EXPECT_EQ(notes(),
            "the control brightness was not set to 65: -64 to 64 is accepted\n"
            "the camera has no control sharpness\n"
            "the control serial was not set to 2: it can only be read\n"
            "the control brightness was not set to 1099511627776: -64 to 64 is accepted\n");
  frame();
}

TEST_F(CameraSetupTest, TheInputIsSetToTheSignalThatIsThere) {
  device_->formats = {{"YUYV", {{2, 2}, {4096, 2160}}, true}};
  device_->timings_now = signal(1280, 720, 74'250'000, 1650, 750);
  start();
  EXPECT_EQ(facts().timings, "1280x720 at 60 Hz");
  EXPECT_EQ(frame().layout().width, 1280U);
}

TEST_F(CameraSetupTest, AMissingSignalIsNoSignalAndNamesTheCable) {
  for (const int error : {ENOLINK, ENOLCK}) {
    device_->timings_now = signal(1280, 720, 74'250'000, 1650, 750);
    device_->query_timings_error = error;
    const SourceFault got = open_fault();
    EXPECT_EQ(got.kind, SourceFaultKind::kNoSignal);
    EXPECT_TRUE(contains(got.message, "cable")) << got.message;
  }
}

TEST_F(CameraSetupTest, AnInterlacedSignalIsRefusedByName) {
  device_->timings_now = signal(1920, 1080, 74'250'000, 2200, 1125);
  device_->timings_now->bt.interlaced = V4L2_DV_INTERLACED;
  EXPECT_TRUE(contains(open_fault().message, "interlaced (1920x1080"));
}

TEST_F(CameraSetupTest, ASignalThatIsSwitchedOffAndOnComesBackInAnotherSize) {
  device_->formats = {{"YUYV", {{2, 2}, {4096, 2160}}, true}};
  device_->timings_now = signal(1280, 720, 74'250'000, 1650, 750);
  device_->frames(1);
  device_->event(V4L2_EVENT_SOURCE_CHANGE, [this] { device_->timings_now = signal(640, 480, 25'175'000, 800, 525); });
  device_->frames(1);
  device_->event(V4L2_EVENT_SOURCE_CHANGE, [this] { device_->query_timings_error = ENOLINK; });
  start();
  EXPECT_EQ(frame().layout().width, 1280U);
  EXPECT_EQ(frame().layout().width, 640U);
  EXPECT_EQ(fault().kind, SourceFaultKind::kNoSignal);
  device_->query_timings_error = 0;
  start();
  EXPECT_EQ(frame().layout().width, 640U);
}

TEST_F(CameraSetupTest, EveryNodeIsListedWithItsModesOrTheReasonAgainstIt) {
  system_.plug("/dev/video1").device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  device_->controls = {control(0x00980900, "Brightness", V4L2_CTRL_TYPE_INTEGER, -64, 64, 3)};
  const auto nodes = v4l2::list_cameras(system_);
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].refusal, "");
  EXPECT_EQ(nodes[0].driver, "fake");
  EXPECT_EQ(nodes[0].bus, "usb-fake-1");
  EXPECT_EQ(nodes[0].modes.formats[0].name, "YUYV");
  EXPECT_EQ(nodes[0].controls.size(), 1U);
  EXPECT_EQ(nodes[1].refusal, "gives the camera's metadata, no pictures");
  EXPECT_EQ(system_.open_now(), 0U);
  EXPECT_TRUE(contains(v4l2::inspect_camera(system_, "/dev/video7").refusal, "no camera at /dev/video7"));
}

TEST(ControlNameTest, IsWhatV4l2CtlWrites) {
  EXPECT_EQ(v4l2::control_name("White Balance Temperature, Auto"), "white_balance_temperature_auto");
  EXPECT_EQ(v4l2::control_name("Gain (dB)"), "gain_db");
}

}  // namespace
}  // namespace sobelcam::test
