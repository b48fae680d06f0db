// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/live_source.h"

#include <gtest/gtest.h>

#include <linux/videodev2.h>

#include <cerrno>
#include <chrono>
#include <cstddef>

#include "tests/drivers/camera/v4l2/fake_system.h"

namespace sobelcam {
namespace {

/// As if a GPU read it.
class PinnedMemory final : public BufferProvider {
 public:
  Buffer allocate(std::size_t bytes) override {
    return {new std::byte[bytes], bytes, MemoryKind::kPinnedMapped, [](std::byte* data) { delete[] data; }};
  }
};

class LiveSource : public testing::Test {
 protected:
  LiveSource() { camera_.calls = &system_; }

  OpenedSource open(const std::string& spec) { return live_source(spec, camera_, ordinary_memory())(); }
  std::unique_ptr<FrameSource> source(const std::string& spec) {
    auto opened = open(spec);
    if (const auto* fault = std::get_if<SourceFault>(&opened)) {
      throw std::runtime_error(fault->message);
    }
    return std::get<std::unique_ptr<FrameSource>>(std::move(opened));
  }
  SourceFault fault(const std::string& spec) { return std::get<SourceFault>(open(spec)); }

  test::FakeSystem system_;
  CameraOptions camera_;
};

TEST_F(LiveSource, AutoSaysThatThereIsNoCameraAndInventsNone) {
  EXPECT_EQ(fault("auto").kind, SourceFaultKind::kNoDevice);
  EXPECT_NE(fault("auto").message.find("no camera is connected"), std::string::npos);
}

TEST_F(LiveSource, AutoSaysOfEachNodeWhyItWasPassedOver) {
  system_.plug("/dev/video0").device_caps = V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING;
  system_.plug("/dev/video1").formats = {{"H264", {{64, 48}}, false, true}};
  const std::string message = fault("auto").message;
  EXPECT_NE(message.find("/dev/video0"), std::string::npos) << message;
  EXPECT_NE(message.find("/dev/video1"), std::string::npos) << message;
  EXPECT_NE(message.find("H264"), std::string::npos) << message;
}

TEST_F(LiveSource, AutoTakesTheFirstUsableCameraAndPathsTheirOwn) {
  system_.plug("/dev/video0").device_caps = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING;
  system_.plug("/dev/video1").card = "First";
  system_.plug("/dev/video2").card = "Second";
  system_.links["/dev/v4l/by-id/second"] = "/dev/video2";
  EXPECT_EQ(source("auto")->camera()->facts->card, "First");
  EXPECT_EQ(source("v4l2:/dev/v4l/by-id/second")->camera()->facts->card, "Second");
}

TEST_F(LiveSource, TheOptionsReachTheCamera) {
  system_.plug("/dev/video0").formats = {{"YUYV", {{64, 48, {30, 10}}, {32, 24, {30, 10}}}},
                                         {"GREY", {{64, 48}, {32, 24, {30, 10}}}}};
  camera_.size = v4l2::FrameSize{32, 24};
  camera_.fps = 10;
  camera_.format = "YUYV";
  const auto facts = source("v4l2:/dev/video0")->camera()->facts;
  EXPECT_EQ(facts->width, 32U);
  EXPECT_EQ(facts->fps, 10.0);
  EXPECT_EQ(facts->format, "YUYV");
  EXPECT_EQ(facts->io, CameraIo::kMmap) << "nothing is registered where no GPU reads the frames";
}

TEST_F(LiveSource, EachOpeningLooksAnewForTheCamera) {
  const auto open = live_source("auto", camera_, ordinary_memory());
  EXPECT_TRUE(std::holds_alternative<SourceFault>(open()));
  system_.plug("/dev/video3");
  EXPECT_TRUE(std::holds_alternative<std::unique_ptr<FrameSource>>(open()));
  EXPECT_EQ(system_.open_now(), 0U) << "a source that is gone holds no node";
}

TEST_F(LiveSource, BuffersThatStayedEmptyAreNotWaitedForAtTheNextOpening) {
  PinnedMemory memory;
  system_.plug("/dev/video0").silent_types = 1U << V4L2_MEMORY_USERPTR;
  const auto open = live_source("auto", camera_, memory);
  for (const std::chrono::seconds patience : {std::chrono::seconds(11), std::chrono::seconds(1)}) {
    auto opened = open();
    FrameSource& source = *std::get<std::unique_ptr<FrameSource>>(opened);
    EXPECT_TRUE(std::holds_alternative<Frame>(source.next(system_.now() + patience)));
    EXPECT_NE(source.camera()->facts->io, CameraIo::kUserptr);
  }
}

TEST_F(LiveSource, FlagsOfCamerasAreNamedWhereTheyChangeNothing) {
  EXPECT_EQ(ineffective_flags("auto", {"--size"}), "");
  EXPECT_EQ(ineffective_flags("v4l2:/dev/video0", {"--io"}), "");
  EXPECT_EQ(ineffective_flags("pattern:64x48", {}), "");
  EXPECT_EQ(ineffective_flags("pattern:64x48", {"--size"}),
            "--size is for cameras and changes nothing for pattern:64x48");
  EXPECT_EQ(ineffective_flags("replay:/srv/photos", {"--io", "--control"}),
            "--io, --control are for cameras and change nothing for replay:/srv/photos");
}

}  // namespace
}  // namespace sobelcam
