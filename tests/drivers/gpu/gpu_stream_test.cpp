// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/stream.h"

#include <array>
#include <vector>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/graph.h"
#include "drivers/gpu/host_registration.h"
#include "drivers/gpu/pinned_buffer.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

std::span<std::byte> bytes_of(const PinnedBuffer& buffer) {
  return {buffer.data(), buffer.bytes()};
}

class GpuStreamTest : public test::GpuTest {};

TEST_F(GpuStreamTest, CarriesBytesUpAcrossAndDown) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer first(device, 3);
  const DeviceBuffer second(device, 3);
  const std::array<std::byte, 3> up{std::byte{1}, std::byte{2}, std::byte{3}};
  std::array<std::byte, 3> down{};
  stream.upload(first.address(), up);
  stream.copy(second.address(), first.address(), 3);
  stream.download(down, second.address());
  stream.synchronize();
  EXPECT_EQ(down, up);
}

TEST_F(GpuStreamTest, FillsMemory) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer buffer(device, 4);
  std::array<std::byte, 4> down{};
  stream.fill(buffer.address(), 9, 3);
  stream.download(down, buffer.address());
  EXPECT_EQ(down, (std::array{std::byte{9}, std::byte{9}, std::byte{9}, std::byte{0xCD}}));
}

TEST_F(GpuStreamTest, CarriesRowsWithoutWhatLiesBetweenThem) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer buffer(device, 6);
  const std::array up{std::byte{1}, std::byte{2}, std::byte{9}, std::byte{9}, std::byte{3}, std::byte{4}};
  stream.upload_rows(buffer.address(), 3, up.data(), 4, {2, 2});
  std::array<std::byte, 5> down{};
  stream.download(down, buffer.address());
  EXPECT_EQ(down, (std::array{std::byte{1}, std::byte{2}, std::byte{0xCD}, std::byte{3}, std::byte{4}}));
  EXPECT_EQ(device.copy_counts().bytes_up, 4U);
}

TEST_F(GpuStreamTest, AsksNothingOfTheDriverForNoBytes) {
  const Device device = open_device();
  const Stream stream(device);
  stream.upload(0, {});
  stream.download({}, 0);
  stream.copy(0, 0, 0);
  stream.fill(0, 0, 0);
  EXPECT_EQ(fake_.calls("cuMemcpyHtoDAsync_v2") + fake_.calls("cuMemcpyDtoHAsync_v2") +
                fake_.calls("cuMemcpyDtoDAsync_v2") + fake_.calls("cuMemsetD8Async"),
            0);
}

TEST_F(GpuStreamTest, KnowsWhetherItIsIdle) {
  const Device device = open_device("cuStreamQuery@1=600");
  const Stream stream(device);
  EXPECT_FALSE(stream.idle());
  EXPECT_TRUE(stream.idle());
}

TEST_F(GpuStreamTest, ReportsAFaultOfEarlierWork) {
  const Device device = open_device("cuStreamSynchronize=700");
  const Stream stream(device);
  const auto error = test::error_of([&] { stream.synchronize(); });
  EXPECT_EQ(error->result(), CUresult::kIllegalAddress);
  EXPECT_TRUE(test::says(error->remedy(), "Restart the program"));
}

class CopyCountersTest : public test::GpuTest {};

TEST_F(CopyCountersTest, CountBytesByDirection) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer buffer(device, 100);
  std::vector<std::byte> host(100);
  stream.upload(buffer.address(), host);
  stream.upload(buffer.address(), std::span(host).first(10));
  stream.download(std::span(host).first(7), buffer.address());
  stream.copy(buffer.address(), buffer.address(), 50);
  stream.fill(buffer.address(), 0, 50);
  EXPECT_EQ(device.copy_counts().bytes_up, 110U);
  EXPECT_EQ(device.copy_counts().bytes_down, 7U);
}

TEST_F(CopyCountersTest, DoNotCountWhatFailed) {
  const Device device = open_device("cuMemcpyHtoDAsync_v2=1,cuMemAlloc_v2@2=2");
  const Stream stream(device);
  const DeviceBuffer buffer(device, 100);
  const std::vector<std::byte> host(100);
  EXPECT_THROW(stream.upload(buffer.address(), host), Error);
  EXPECT_THROW(DeviceBuffer(device, 100), Error);
  EXPECT_EQ(device.copy_counts().bytes_up, 0U);
  EXPECT_EQ(device.copy_counts().device_allocations, 1U);
}

TEST_F(CopyCountersTest, CountAllocations) {
  alignas(4096) static std::array<std::byte, 4096> pages;
  const Device device = open_device();
  const DeviceBuffer first(device, 100);
  const DeviceBuffer second(device, 100);
  const PinnedBuffer pinned(device, 100);
  const HostRegistration registration(device, pages);
  EXPECT_EQ(device.copy_counts(), (CopyCounts{0, 0, 2, 1, 1}));
}

TEST_F(CopyCountersTest, CountAGraphsCopiesWhenItIsLaunchedAndNotWhenItIsRecorded) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer buffer(device, 100);
  const PinnedBuffer pinned(device, 100);
  StreamCapture capture(stream);
  stream.upload(buffer.address(), bytes_of(pinned));
  stream.download(bytes_of(pinned).first(30), buffer.address());
  GraphExec exec(capture.finish());
  EXPECT_EQ(device.copy_counts().bytes_up, 0U);
  exec.launch(stream);
  exec.launch(stream);
  EXPECT_EQ(device.copy_counts().bytes_up, 200U);
  EXPECT_EQ(device.copy_counts().bytes_down, 60U);
}

}  // namespace
}  // namespace sobelcam::gpu
