// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/doctor_cameras.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <sstream>

#include "tests/drivers/camera/v4l2/fake_system.h"
#include "tools/sobelcam/doctor.h"

namespace sobelcam::tool {
namespace {

class DoctorCameras : public testing::Test {
 protected:
  DoctorCameras() { options_.calls = &system_; }

  std::string words() {
    std::ostringstream out;
    describe_cameras(v4l2::list_cameras(system_), out);
    return out.str();
  }
  nlohmann::json json() {
    std::ostringstream out;
    options_.json = true;
    doctor(options_, out);
    return nlohmann::json::parse(out.str());
  }
  void expect_words(const std::vector<std::string>& parts) {
    const std::string text = words();
    for (const std::string& part : parts) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
  }
  bool trouble() { return any_camera_in_trouble(v4l2::list_cameras(system_)); }

  test::FakeSystem system_;
  DoctorOptions options_;
};

TEST_F(DoctorCameras, SaysInWordsThatThereIsNoneAndDoesNotCallItTrouble) {
  expect_words({"--source auto takes nothing: no camera is connected"});
  EXPECT_FALSE(trouble());
  EXPECT_EQ(json()["camera_auto"]["node"], "");
  EXPECT_EQ(json()["cameras"].size(), 0U);
}

TEST_F(DoctorCameras, ListsEveryFormatSizeAndRateAndWhatAutoTakes) {
  auto& device = system_.plug("/dev/video0");
  device.formats = {{"YUYV", {{640, 480, {30, 15}}, {1280, 720, {10}}}}, {"H264", {{640, 480}}, false, true}};
  expect_words({"ok    /dev/video0: Fake Camera (fake, usb-fake-1)", "YUYV", "640x480 at 30, 15 fps",
                "1280x720 at 10 fps", "H264", "(not decoded here)", "--source auto takes /dev/video0: YUYV"});
  EXPECT_FALSE(trouble());
}

TEST_F(DoctorCameras, ListsRangesAsRanges) {
  auto& device = system_.plug("/dev/video0");
  device.formats = {{"YUYV", {{32, 16}, {1920, 1080}}, true}};
  expect_words({"32x16 to 1920x1080 in steps of 2x2 at 30 fps"});
  const auto size = json()["cameras"].at(0)["formats"].at(0)["sizes"].at(0);
  EXPECT_EQ(size.at("width"), 1920);
  EXPECT_EQ(size.at("step_width"), 2);
}

TEST_F(DoctorCameras, TheJsonHasNumbersToCompare) {
  auto& device = system_.plug("/dev/video0");
  device.formats = {{"YUYV", {{640, 480, {30, 15}}}}};
  const auto document = json();
  const auto camera = document["cameras"][0];
  EXPECT_EQ(camera["node"], "/dev/video0");
  EXPECT_EQ(camera["usable"], true);
  EXPECT_EQ(camera["formats"][0]["fourcc"], "YUYV");
  EXPECT_EQ(camera["formats"][0]["sizes"][0]["height"], 480);
  EXPECT_EQ(camera["formats"][0]["sizes"][0]["fps"], (std::vector<double>{30, 15}));
  EXPECT_EQ(document["camera_auto"]["node"], "/dev/video0");
  EXPECT_EQ(document["pipeline_auto"].is_string(), true);
}

TEST_F(DoctorCameras, PassesOverNodesThatAreNoCamerasWithoutCallingThemTrouble) {
  system_.plug("/dev/video0").device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  system_.plug("/dev/video1");
  expect_words({"not   /dev/video0", "ok    /dev/video1", "--source auto takes /dev/video1"});
  EXPECT_FALSE(trouble());
}

TEST_F(DoctorCameras, MissingRightsNameTheGroupAndAreTrouble) {
  system_.plug("/dev/video0");
  system_.open_error = EACCES;
  expect_words({"not   /dev/video0: ", "group video", "--source auto takes nothing: no node is a usable camera"});
  EXPECT_TRUE(trouble());
  std::ostringstream out;
  EXPECT_EQ(doctor(options_, out), kDifferent);
}

TEST_F(DoctorCameras, ACameraWithoutADecodedFormatIsTrouble) {
  system_.plug("/dev/video0").formats = {{"H264", {{640, 480}}, false, true}};
  expect_words({"not   /dev/video0", "H264"});
  EXPECT_TRUE(trouble());
}

}  // namespace
}  // namespace sobelcam::tool
