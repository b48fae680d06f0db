// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>

#include <algorithm>

#include "tests/drivers/camera/v4l2/camera_test.h"
#include "tests/support/jpeg_files.h"

namespace sobelcam::test {
namespace {

class CameraJpegTest : public CameraTest {
 protected:
  CameraJpegTest() {
    device_->formats = {{"MJPG", {{64, 48}}, false, true}};
    device_->endless = false;
  }

  void send(const Bytes& jpeg, std::uint32_t flags = 0) {
    Step& step = device_->add();
    step.flags |= flags;
    step.bytes.resize(jpeg.size());
    std::transform(jpeg.begin(), jpeg.end(), step.bytes.begin(),
                   [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
  }

  static Bytes first(const Bytes& bytes, std::size_t count) {
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  const Bytes jpeg_ = make_jpeg({.width = 64, .height = 48});
};

TEST_F(CameraJpegTest, LumaComesOutAndTheCamerasOwnJpegWithIt) {
  send(jpeg_);
  start();
  const Frame got = frame();
  EXPECT_EQ(got.layout().format, PixelFormat::kGrey);
  EXPECT_EQ(got.layout().range, ColorRange::kFull);
  const auto luma = luma_by_turbojpeg(jpeg_);
  for (std::uint32_t y = 0; y < 48; ++y) {
    EXPECT_TRUE(std::equal(got.view().row(y), got.view().row(y) + 64, luma.begin() + std::ptrdiff_t{y} * 64)) << y;
  }
  EXPECT_TRUE(std::equal(jpeg_.begin(), jpeg_.end(), got.jpeg().begin(), got.jpeg().end()));
  EXPECT_EQ(device_->queued(), options_.buffers) << "the driver has its buffer back at once";
}

TEST_F(CameraJpegTest, JpegIsTheSameByAnotherName) {
  device_->formats[0].fourcc = "JPEG";
  send(jpeg_);
  start();
  EXPECT_EQ(frame().layout().width, 64U);
}

TEST_F(CameraJpegTest, MissingHuffmanTablesAreTheStandards) {
  send(without_segments(jpeg_, 0xC4));
  start();
  EXPECT_EQ(frame().view().row(0)[0], luma_by_turbojpeg(jpeg_)[0]);
}

TEST_F(CameraJpegTest, TruncatedFramesAreSkippedAndCountedWithoutAReopen) {
  for (int i = 0; i < 40; ++i) {
    send(i % 10 == 9 ? jpeg_ : first(jpeg_, jpeg_.size() / 2));
  }
  start();
  for (std::uint64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(frame().stamp().sequence, 10 * i + 9);
  }
  EXPECT_EQ(counters().broken_jpeg, 36U);
  EXPECT_EQ(counters().stream_restarts, 0U);
  EXPECT_EQ(system_.opened, 1);
}

TEST_F(CameraJpegTest, AMissingEndMarkerAloneIsForgiven) {
  send(first(jpeg_, jpeg_.size() - 2));
  start();
  EXPECT_EQ(frame().stamp().sequence, 0U);
}

TEST_F(CameraJpegTest, TheFirstFrameShownIsTheFirstThatDecodes) {
  for (int i = 0; i < 3; ++i) {
    Bytes noise(500);
    std::generate(noise.begin(), noise.end(),
                  [n = 7U]() mutable { return static_cast<std::byte>((n = n * 97 + 13) >> 3); });
    send(noise);
  }
  send(jpeg_);
  start();
  EXPECT_EQ(frame().stamp().sequence, 3U);
  EXPECT_EQ(counters().broken_jpeg, 3U);
}

TEST_F(CameraJpegTest, PaddingBeforeAMarkerAndBehindTheEndIsNoFault) {
  Bytes padded = jpeg_;
  const std::size_t tables = position_of(jpeg_, {0xFF, 0xDB});
  padded.insert(padded.begin() + static_cast<std::ptrdiff_t>(tables), 16, std::byte{0});
  padded.insert(padded.end(), 300, std::byte{0});
  send(padded);
  start();
  EXPECT_EQ(frame().view().row(0)[0], luma_by_turbojpeg(jpeg_)[0]);
}

TEST_F(CameraJpegTest, AJpegOfAnotherSizeThanPromisedIsShownAsItIs) {
  send(make_jpeg({.width = 64, .height = 48}));
  send(make_jpeg({.width = 80, .height = 60}));
  start();
  frame();
  const Frame got = frame();
  EXPECT_EQ(got.layout().width, 80U);
  EXPECT_EQ(got.stamp().format_changes, 1U);
}

TEST_F(CameraJpegTest, OnlyBrokenFramesAreSaidOnceASecondWithTheirCause) {
  for (int i = 0; i < 150; ++i) {
    send(first(jpeg_, 100));
  }
  start();
  for (int i = 0; i < 4; ++i) {
    const SourceFault got = fault(std::chrono::milliseconds(1100));
    EXPECT_EQ(got.kind, SourceFaultKind::kBadFrame);
    EXPECT_TRUE(contains(got.message, "do not decode")) << got.message;
  }
  EXPECT_GE(counters().broken_jpeg, 120U);
}

}  // namespace
}  // namespace sobelcam::test
