// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

/// A camera of M420: two rows of luma, then one of chroma for both; libv4l makes RGB of it without touching the range.
class FormatConverterTest : public CameraTest {
 protected:
  static constexpr std::uint32_t kWidth = 64;
  static constexpr std::uint32_t kHeight = 48;

  FormatConverterTest() { device_->formats = {{"M420", {{kWidth, kHeight}}}}; }

  void SetUp() override {
    void* library = dlopen("libv4lconvert.so.0", RTLD_NOW);
    if (library == nullptr) {
      GTEST_SKIP() << "libv4lconvert.so.0 is not installed (package libv4l-0)";
    }
    dlclose(library);
  }

  static std::uint8_t luma(std::uint32_t x, std::uint32_t y) { return static_cast<std::uint8_t>(40 + x + 2 * y); }

  void send_gray_picture() {
    Step& step = device_->add();
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        step.bytes.push_back(luma(x, y));
      }
      if (y % 2 == 1) {
        step.bytes.insert(step.bytes.end(), kWidth, 128);
      }
    }
  }

  void expect_gray_picture(const Frame& got) {
    ASSERT_EQ(got.layout().format, PixelFormat::kRgb24);
    ASSERT_EQ(got.layout().width, kWidth);
    ASSERT_EQ(got.layout().height, kHeight);
    for (std::uint32_t y = 0; y < kHeight; ++y) {
      for (std::uint32_t x = 0; x < kWidth; ++x) {
        for (std::size_t channel = 0; channel < 3; ++channel) {
          ASSERT_EQ(got.view().row(y)[3 * x + channel], luma(x, y)) << x << ", " << y;
        }
      }
    }
  }
};

TEST_F(FormatConverterTest, AFormatOfOldWebcamsIsReallyConverted) {
  send_gray_picture();
  start();
  expect_gray_picture(frame());
  EXPECT_EQ(facts().chosen, "M420 64x48: none of the camera's formats is decoded here, so libv4l converts this one");
  EXPECT_EQ(facts().format, "M420");
}

TEST_F(FormatConverterTest, AutoTakesSuchACameraWhereThereIsNoOther) {
  send_gray_picture();
  start("");
  expect_gray_picture(frame());
}

TEST_F(FormatConverterTest, AutoTakesAnyOtherCameraFirst) {
  system_.plug("/dev/video1");
  start("");
  EXPECT_EQ(facts().node, "/dev/video1");
  EXPECT_EQ(system_.open_now(), 1U);
}

TEST_F(FormatConverterTest, AFormatThatIsDecodedHereComesFirst) {
  device_->formats.push_back({"YUYV", {{kWidth, kHeight}}});
  start();
  EXPECT_EQ(facts().format, "YUYV");
}

TEST_F(FormatConverterTest, WhatTheLibraryDoesNotKnowEitherIsRefused) {
  device_->formats = {{"H264", {{kWidth, kHeight}}, false, true}};
  EXPECT_TRUE(contains(open_fault().message, "libv4l cannot convert them either")) << open_fault().message;
}

}  // namespace
}  // namespace sobelcam::test
