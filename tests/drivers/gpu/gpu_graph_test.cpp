// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/graph.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/module.h"
#include "tests/drivers/gpu/gpu_session.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

constexpr LaunchShape kShape{{1, 1, 1}, {32, 1, 1}, 0};

/// One upload, one kernel, one copy within the device, one download.
struct Work {
  explicit Work(const Device& device)
      : stream(device),
        first(device, 8),
        second(device, 8),
        kernel(Module(device, std::as_bytes(std::span(test::kPtx))).function("invert")) {}

  GraphExec record() {
    StreamCapture capture(stream);
    stream.upload(first.address(), up);
    kernel.launch(kShape, stream, first.address(), std::uint32_t{8}, 1.0F);
    stream.copy(second.address(), first.address(), 8);
    stream.download(down, second.address());
    return GraphExec(capture.finish());
  }

  static std::array<std::byte, 8> filled(int value) {
    std::array<std::byte, 8> bytes{};
    bytes.fill(static_cast<std::byte>(value));
    return bytes;
  }

  Stream stream;
  DeviceBuffer first;
  DeviceBuffer second;
  Function kernel;
  std::array<std::byte, 8> up = filled(5);
  std::array<std::byte, 8> down{};
};

class GpuGraphTest : public test::GpuTest {};

TEST_F(GpuGraphTest, RunsNothingWhileItIsRecorded) {
  const Device device = open_device();
  Work work(device);
  const GraphExec exec = work.record();
  EXPECT_TRUE(fake_.launches().empty());
  EXPECT_EQ(work.down, Work::filled(0));
}

TEST_F(GpuGraphTest, RunsEverythingWhenItIsLaunched) {
  const Device device = open_device();
  Work work(device);
  work.record().launch(work.stream);
  EXPECT_EQ(fake_.launches().size(), 1U);
  EXPECT_EQ(work.down, Work::filled(5));
}

TEST_F(GpuGraphTest, FindsItsKernelsAndCopies) {
  const Device device = open_device();
  Work work(device);
  const GraphExec exec = work.record();
  const auto kernels = exec.graph().kernel_nodes();
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].function, work.kernel.get());
  const auto copies = exec.graph().copy_nodes();
  ASSERT_EQ(copies.size(), 3U);
  EXPECT_EQ(copies[0].direction, CopyDirection::kUp);
  EXPECT_EQ(copies[1].direction, CopyDirection::kWithinDevice);
  EXPECT_EQ(copies[2].direction, CopyDirection::kDown);
  EXPECT_EQ(copies[2].bytes, 8U);
}

TEST_F(GpuGraphTest, TakesMemoryThatTheDriverDoesNotKnowForTheHosts) {
  const Device device = open_device("cuPointerGetAttribute=1");
  Work work(device);
  EXPECT_EQ(work.record().graph().copy_nodes().at(1).direction, CopyDirection::kWithinHost);
}

TEST_F(GpuGraphTest, UploadsFromWhereItIsTold) {
  const Device device = open_device();
  Work work(device);
  GraphExec exec = work.record();
  const auto other = Work::filled(9);
  exec.set_upload(exec.graph().copy_nodes().at(0).node, work.first.address(), other);
  exec.launch(work.stream);
  EXPECT_EQ(work.down, other);
}

TEST_F(GpuGraphTest, DownloadsToWhereItIsTold) {
  const Device device = open_device();
  Work work(device);
  GraphExec exec = work.record();
  auto other = Work::filled(0);
  exec.set_download(exec.graph().copy_nodes().at(2).node, other, work.second.address());
  exec.launch(work.stream);
  EXPECT_EQ(other, Work::filled(5));
  EXPECT_EQ(work.down, Work::filled(0));
}

TEST_F(GpuGraphTest, CopiesFromWhereItIsTold) {
  const Device device = open_device();
  Work work(device);
  GraphExec exec = work.record();
  const DeviceBuffer other(device, 8);
  work.stream.fill(other.address(), 3, 8);
  exec.set_copy(exec.graph().copy_nodes().at(1).node, work.second.address(), other.address(), 8);
  exec.launch(work.stream);
  EXPECT_EQ(work.down, Work::filled(3));
}

TEST_F(GpuGraphTest, CountsACopyByItsNewSize) {
  const Device device = open_device();
  Work work(device);
  GraphExec exec = work.record();
  exec.set_upload(exec.graph().copy_nodes().at(0).node, work.first.address(), std::span(work.up).first(3));
  exec.launch(work.stream);
  EXPECT_EQ(device.copy_counts().bytes_up, 3U);
}

TEST_F(GpuGraphTest, LaunchesAKernelWithNewArguments) {
  const Device device = open_device();
  Work work(device);
  GraphExec exec = work.record();
  exec.set_kernel(exec.graph().kernel_nodes().at(0).node, work.kernel, {{4, 1, 1}, {16, 2, 1}, 0},
                  work.second.address(), std::uint32_t{99}, 2.0F);
  exec.launch(work.stream);
  const auto launch = fake_.launches().at(0);
  EXPECT_EQ(launch.grid, (std::array{4U, 1U, 1U}));
  EXPECT_EQ(launch.block, (std::array{16U, 2U, 1U}));
  EXPECT_EQ(launch.arguments, (std::vector<std::uint64_t>{work.second.address(), 99, 0x40000000}));
}

TEST_F(GpuGraphTest, IsForgottenWhenRecordingIsAbandoned) {
  const Device device = open_device();
  Work work(device);
  try {
    const StreamCapture capture(work.stream);
    work.stream.upload(work.first.address(), work.up);
    throw std::runtime_error("something else went wrong");
  } catch (const std::runtime_error&) {
    EXPECT_EQ(fake_.calls("cuGraphDestroy"), 1);
  }
  work.stream.download(work.down, work.first.address());
  EXPECT_EQ(work.down, Work::filled(0xCD)) << "the stream works again, and the upload was never done";
}

TEST_F(GpuGraphTest, SaysThatARecordingWasRefused) {
  const Device device = open_device("cuStreamEndCapture=901");
  Work work(device);
  const auto error = test::error_of([&] { work.record(); });
  EXPECT_TRUE(test::says(error->what(), "the recorded work was not accepted as a graph"));
  EXPECT_EQ(fake_.calls("cuStreamEndCapture"), 1);
}

}  // namespace
}  // namespace sobelcam::gpu
