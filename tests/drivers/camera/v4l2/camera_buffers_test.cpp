// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <linux/videodev2.h>

#include <cerrno>
#include <cstdlib>
#include <new>
#include <set>

#include "drivers/camera/v4l2/silent_buffers.h"
#include "tests/drivers/camera/v4l2/camera_test.h"

namespace sobelcam::test {
namespace {

/// Memory as a GPU's driver would pin it.
class PinnedMemory final : public BufferProvider {
 public:
  Buffer allocate(std::size_t bytes) override {
    if (fails_above != 0 && bytes > fails_above) {
      throw std::runtime_error("no " + std::to_string(bytes) + " bytes of pinned memory are left");
    }
    constexpr std::size_t kPage = 4096;
    auto* data = static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage));
    if (data == nullptr) {
      throw std::bad_alloc();
    }
    ++live;
    return {data, bytes, MemoryKind::kPinnedMapped, [this](std::byte* memory) {
              --live;
              std::free(memory);
            }};
  }

  std::size_t fails_above = 0;
  int live = 0;
};

/// What drivers/gpu/host_registration.h does, written down.
class Registration final : public MemoryRegistration {
 public:
  std::shared_ptr<void> register_pages(std::span<std::byte> pages) override {
    if (fails) {
      throw std::runtime_error("cuMemHostRegister: operation not supported (801)");
    }
    EXPECT_EQ(pages.size() % 4096, 0U);
    registered.insert(pages.data());
    return {pages.data(), [this](std::byte* data) { registered.erase(data); }};
  }

  bool fails = false;
  std::set<std::byte*> registered;
};

class CameraBuffersTest : public CameraTest {
 protected:
  CameraBuffersTest() { options_.memory = &memory_; }

  std::string notes() const {
    std::string all;
    for (const std::string& note : facts().notes) {
      all += note + "\n";
    }
    return all;
  }

  PinnedMemory memory_;
  Registration registration_;
};

TEST_F(CameraBuffersTest, PinnedMemoryIsFilledByTheDriverItself) {
  start();
  const Frame got = frame();
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
  EXPECT_EQ(got.memory(), MemoryKind::kPinnedMapped);
  EXPECT_EQ(got.view().row(47)[127], 1);
  EXPECT_EQ(device_->mapped(), 0U);
  EXPECT_EQ(notes(), "");
}

TEST_F(CameraBuffersTest, ARefusedUserptrFallsThroughToRegisteredMemoryWithTheReason) {
  device_->memory_types = 1U << V4L2_MEMORY_MMAP;
  options_.camera.registration = &registration_;
  start();
  EXPECT_EQ(frame().memory(), MemoryKind::kRegistered);
  EXPECT_EQ(facts().io, CameraIo::kMmapRegistered);
  EXPECT_EQ(registration_.registered.size(), options_.buffers);
  EXPECT_EQ(notes(), "userptr: Invalid argument (errno 22) at VIDIOC_REQBUFS\n");
  source_.reset();
  EXPECT_TRUE(registration_.registered.empty());
}

TEST_F(CameraBuffersTest, WhenBothAreRefusedThePlainMappingIsLeftWithBothReasons) {
  device_->memory_types = 1U << V4L2_MEMORY_MMAP;
  registration_.fails = true;
  options_.camera.registration = &registration_;
  start();
  EXPECT_EQ(frame().memory(), MemoryKind::kOrdinary);
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(),
            "userptr: Invalid argument (errno 22) at VIDIOC_REQBUFS\n"
            "mmap-registered: cuMemHostRegister: operation not supported (801)\n");
  EXPECT_EQ(device_->mapped(), options_.buffers) << "what was mapped for the refused kind is unmapped";
}

TEST_F(CameraBuffersTest, WithoutAGpuPlainMappingsAreTakenAndNothingIsSaid) {
  options_.memory = nullptr;
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(), "");
}

TEST_F(CameraBuffersTest, UserptrCanBeForcedWithoutAGpu) {
  options_.memory = nullptr;
  options_.camera.io = CameraIo::kUserptr;
  start();
  EXPECT_EQ(frame().memory(), MemoryKind::kOrdinary);
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
}

TEST_F(CameraBuffersTest, AForcedKindThatFailsNamesErrnoAndCall) {
  device_->memory_types = 1U << V4L2_MEMORY_MMAP;
  options_.camera.io = CameraIo::kUserptr;
  const SourceFault got = open_fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kUnsupported);
  EXPECT_TRUE(contains(got.message, "userptr: Invalid argument (errno 22) at VIDIOC_REQBUFS")) << got.message;
  EXPECT_TRUE(contains(got.message, "leave --io out")) << got.message;
}

TEST_F(CameraBuffersTest, RegisteredMemoryWithoutAGpuIsRefusedInWords) {
  options_.camera.io = CameraIo::kMmapRegistered;
  EXPECT_TRUE(contains(open_fault().message, "there is no GPU"));
}

TEST_F(CameraBuffersTest, AMappingThatFailsIsToldByItsCall) {
  options_.camera.io = CameraIo::kMmap;
  system_.map_error = ENOMEM;
  EXPECT_TRUE(contains(open_fault().message, "at mmap")) << open_fault().message;
}

TEST_F(CameraBuffersTest, BuffersThatAreRefusedOnceAreAskedForAgain) {
  device_->fail(VIDIOC_REQBUFS, EINVAL);
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
  EXPECT_EQ(notes(), "");
}

TEST_F(CameraBuffersTest, BuffersThatAreRefusedForAPassingReasonAreAnErrorAndNotUnsupported) {
  for (const unsigned long request : {VIDIOC_REQBUFS, VIDIOC_STREAMON, VIDIOC_QBUF, VIDIOC_G_FMT}) {
    device_->fail(request, EIO, FakeDevice::kForEver);
    EXPECT_EQ(open_fault().kind, SourceFaultKind::kError) << request;
    device_->fail(request, 0, 0);
  }
  start();
  frame();
}

TEST_F(CameraBuffersTest, PinnedMemoryThatRunsOutFallsThrough) {
  memory_.fails_above = 1000;
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(), "userptr: no 8192 bytes of pinned memory are left\n");
}

TEST_F(CameraBuffersTest, ADriverThatFailsWithItsFirstFrameLosesItsBuffers) {
  device_->fail(VIDIOC_DQBUF, EIO, 3);
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(), "userptr: Input/output error (errno 5) at VIDIOC_DQBUF\n");
}

TEST_F(CameraBuffersTest, ADriverThatWritesElsewhereIsFoundOutByItsFirstFrame) {
  device_->ignores_user_memory = true;
  start();
  EXPECT_EQ(frame().memory(), MemoryKind::kOrdinary);
  EXPECT_EQ(notes(), "userptr: the driver took the memory but wrote no picture to it\n");
}

TEST_F(CameraBuffersTest, BuffersThatNothingComesIntoAreRefusedBeforeTheCameraIsCalledStalled) {
  device_->silent_types = 1U << V4L2_MEMORY_USERPTR;
  start();
  EXPECT_TRUE(nothing_within(std::chrono::milliseconds(9'990)));
  EXPECT_EQ(frame(std::chrono::seconds(1)).memory(), MemoryKind::kOrdinary);
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(), "userptr: no picture came within 10 s\n");
  EXPECT_EQ(system_.opened, 1);
}

TEST_F(CameraBuffersTest, ASlowStarterKeepsItsBuffers) {
  device_->add().after = std::chrono::seconds(6);
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
  EXPECT_EQ(device_->calls[VIDIOC_STREAMON], 1);
}

TEST_F(CameraBuffersTest, ACameraThatIsSilentWithEveryKindIsStalledAfterAllOfThem) {
  options_.camera.registration = &registration_;
  device_->endless = false;
  start();
  EXPECT_TRUE(nothing_within(std::chrono::milliseconds(29'990)));
  const SourceFault got = fault(std::chrono::seconds(1));
  EXPECT_EQ(got.kind, SourceFaultKind::kStalled);
  EXPECT_TRUE(contains(got.message, "which other buffers were tried")) << got.message;
  EXPECT_TRUE(contains(got.message, "--first-frame-timeout")) << got.message;
  EXPECT_EQ(system_.open_now(), 0U);
}

TEST_F(CameraBuffersTest, AForcedKindThatNothingComesIntoNamesThePlainMapping) {
  device_->silent_types = 1U << V4L2_MEMORY_USERPTR;
  options_.camera.io = CameraIo::kUserptr;
  start();
  const SourceFault got = fault();
  EXPECT_EQ(got.kind, SourceFaultKind::kStalled);
  EXPECT_TRUE(contains(got.message, "--io mmap")) << got.message;
}

TEST_F(CameraBuffersTest, SilentBuffersAreLeftOutAtTheNextOpeningForAnHour) {
  v4l2::SilentBuffers known;
  options_.camera.silent_buffers = &known;
  device_->silent_types = 1U << V4L2_MEMORY_USERPTR;
  start();
  frame();
  source_.reset();
  start();
  frame(std::chrono::seconds(1));
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_TRUE(contains(notes(), "--io userptr has them tried again")) << notes();
  source_.reset();
  device_->silent_types = 0;
  system_.pass(std::chrono::hours(1));
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
}

TEST_F(CameraBuffersTest, ASilentCameraIsNotHeldAgainstItsBuffers) {
  v4l2::SilentBuffers known;
  options_.camera.silent_buffers = &known;
  device_->endless = false;
  start();
  EXPECT_EQ(fault().kind, SourceFaultKind::kStalled);
  device_->endless = true;
  start();
  frame();
  EXPECT_EQ(facts().io, CameraIo::kUserptr);
}

TEST_F(CameraBuffersTest, BuffersThatOnlyBrokenPicturesComeIntoAreRefusedToo) {
  for (int i = 0; i < 310; ++i) {
    device_->add().flags |= V4L2_BUF_FLAG_ERROR;
  }
  start();
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(fault().kind, SourceFaultKind::kBadFrame);
  }
  frame();
  EXPECT_EQ(facts().io, CameraIo::kMmap);
  EXPECT_EQ(notes(), "userptr: only broken pictures came (the driver marks them as damaged)\n");
}

TEST_F(CameraBuffersTest, AMissingCameraIsNoReasonAgainstAKindOfBuffers) {
  device_->fail(VIDIOC_REQBUFS, ENODEV);
  EXPECT_EQ(open_fault().kind, SourceFaultKind::kNoDevice);
}

TEST_F(CameraBuffersTest, EveryBufferComesBackInTheEnd) {
  start();
  Frame held = frame();
  source_.reset();
  EXPECT_GT(memory_.live, 0);
  held = Frame();
  EXPECT_EQ(memory_.live, 0);
}

TEST_F(CameraBuffersTest, UserptrWorksThroughTheMultiPlanarApi) {
  device_->device_caps = V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING;
  start();
  EXPECT_EQ(frame().memory(), MemoryKind::kPinnedMapped);
  EXPECT_EQ(frame().view().row(0)[0], 2);
}

TEST(CameraIoTest, NamesAreThoseOfTheOption) {
  for (const char* text : {"auto", "userptr", "mmap-registered", "mmap"}) {
    ASSERT_TRUE(camera_io(text));
    EXPECT_EQ(name(*camera_io(text)), text);
  }
  EXPECT_FALSE(camera_io("dmabuf"));
}

}  // namespace
}  // namespace sobelcam::test
