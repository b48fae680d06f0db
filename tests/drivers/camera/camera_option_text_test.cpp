// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/camera_option_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sobelcam {
namespace {

template <typename Parse>
void expect_refused(Parse parse, std::initializer_list<const char*> texts, const std::string& accepted) {
  for (const char* text : texts) {
    try {
      parse(text);
      ADD_FAILURE() << "'" << text << "' was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find(accepted), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  }
}

TEST(CameraOptionText, ReadsSizesAndNothingElse) {
  EXPECT_EQ(parse_frame_size("1280x720"), (v4l2::FrameSize{1280, 720}));
  expect_refused(parse_frame_size,
                 {"", "x", "1280", "1280x", "x720", "0x1", "1x0", "-1x2", "1x2x3", " 1x2", "1X2", "99999x2"}, "WxH");
}

TEST(CameraOptionText, ReadsRatesAndNothingElse) {
  EXPECT_EQ(parse_frame_rate("29.97"), 29.97);
  expect_refused(parse_frame_rate, {"", "0", "-5", "nan", "inf", "1001", "30fps", "3 0"}, "fps");
}

TEST(CameraOptionText, ReadsFourccsAsTheCameraWillNameThem) {
  EXPECT_EQ(parse_fourcc("MJPG"), "MJPG");
  EXPECT_EQ(parse_fourcc("yuyv"), "YUYV");
  EXPECT_EQ(parse_fourcc("Y10"), "Y10 ");
  EXPECT_EQ(parse_fourcc("pRAA"), "pRAA") << "a name with small letters of its own";
  EXPECT_EQ(parse_fourcc("Y16 -BE"), "Y16 -BE");
  EXPECT_EQ(parse_fourcc("H264"), "H264") << "whether it is decoded is said when the camera is known";
  expect_refused(parse_fourcc, {"", "M", "JPEG2000", "YU\tV"}, "MJPG");
}

TEST(CameraOptionText, ReadsControlsByNameAndNumber) {
  EXPECT_EQ(parse_control("brightness=-12").name, "brightness");
  EXPECT_EQ(parse_control("brightness=-12").value, -12);
  expect_refused(parse_control, {"", "brightness", "=3", "brightness=", "brightness=high", "brightness=1.5"},
                 "NAME=VALUE");
}

TEST(CameraOptionText, ReadsTimeOutsInSeconds) {
  EXPECT_EQ(parse_timeout("2.5"), std::chrono::milliseconds(2500));
  expect_refused(parse_timeout, {"", "0", "-1", "nan", "1e9", "5s"}, "seconds");
}

}  // namespace
}  // namespace sobelcam
