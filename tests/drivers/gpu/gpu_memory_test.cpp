// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/host_registration.h"
#include "drivers/gpu/pinned_buffer.h"
#include "drivers/gpu/stream.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::says;

alignas(4096) std::array<std::byte, 8192> pages;

class GpuMemoryTest : public test::GpuTest {};

TEST_F(GpuMemoryTest, OfTheDeviceHasAnAddressAndASize) {
  const Device device = open_device();
  const DeviceBuffer buffer(device, 1000);
  EXPECT_NE(buffer.address(), 0U);
  EXPECT_EQ(buffer.bytes(), 1000U);
}

TEST_F(GpuMemoryTest, IsFreedOnceHoweverOftenItMoves) {
  const Device device = open_device();
  {
    DeviceBuffer first(device, 64);
    DeviceBuffer second = std::move(first);
    DeviceBuffer third(device, 64);
    third = std::move(second);
    EXPECT_EQ(fake_.calls("cuMemFree_v2"), 1);
  }
  EXPECT_EQ(fake_.calls("cuMemFree_v2"), 2);
}

TEST_F(GpuMemoryTest, MovedFromHoldsNothing) {
  const Device device = open_device();
  DeviceBuffer buffer(device, 64);
  PinnedBuffer pinned(device, 64);
  const DeviceBuffer taken = std::move(buffer);
  const PinnedBuffer taken_pinned = std::move(pinned);
  EXPECT_EQ(buffer.address(), 0U);  // NOLINT(bugprone-use-after-move): it is tested
  EXPECT_EQ(buffer.bytes(), 0U);
  EXPECT_EQ(pinned.data(), nullptr);  // NOLINT(bugprone-use-after-move): it is tested
  EXPECT_EQ(pinned.address(), 0U);
  EXPECT_EQ(pinned.bytes(), 0U);
}

TEST_F(GpuMemoryTest, AssignedToItselfStays) {
  const Device device = open_device();
  DeviceBuffer buffer(device, 64);
  DeviceBuffer& same = buffer;
  buffer = std::move(same);
  EXPECT_NE(buffer.address(), 0U);
}

TEST_F(GpuMemoryTest, PinnedIsForTheCpuAndForTheGpu) {
  const Device device = open_device();
  const PinnedBuffer pinned(device, 100);
  pinned.data()[99] = std::byte{7};
  std::byte seen{};
  check(device.api(), "cuMemcpyDtoH_v2", device.api().cuMemcpyDtoH_v2(&seen, pinned.address() + 99, 1));
  EXPECT_EQ(seen, std::byte{7});
}

TEST_F(GpuMemoryTest, PinnedIsFreedWhenItCannotBeMapped) {
  const Device device = open_device("cuMemHostGetDevicePointer_v2=1");
  EXPECT_THROW(PinnedBuffer(device, 100), Error);
  EXPECT_EQ(fake_.calls("cuMemFreeHost"), 1);
}

TEST_F(GpuMemoryTest, SaysHowMuchWasAskedFor) {
  const Device device = open_device();
  const std::size_t absurd = std::size_t{1} << 50;
  EXPECT_TRUE(says(error_of([&] { DeviceBuffer(device, absurd); })->what(),
                   "1125899906842624 bytes of device memory. The memory is not there"));
  EXPECT_TRUE(says(error_of([&] { PinnedBuffer(device, absurd); })->what(), "1125899906842624 bytes of pinned memory"));
}

TEST_F(GpuMemoryTest, RegistersWhatSomebodyElseMapped) {
  const Device device = open_device();
  const HostRegistration registration(device, pages);
  EXPECT_EQ(registration.address(), mapped_address(device, pages.data()));
}

TEST_F(GpuMemoryTest, RegistrationEndsWithItsOwner) {
  const Device device = open_device();
  { const HostRegistration registration(device, pages); }
  EXPECT_NO_THROW(HostRegistration(device, pages));
}

TEST_F(GpuMemoryTest, SaysThatADeviceCannotRegister) {
  const Device device = open_device("unregistrable=1");
  EXPECT_FALSE(device.properties().host_register_supported);
  const auto error = error_of([&] { HostRegistration(device, pages); });
  EXPECT_TRUE(says(error->what(), "a mapping of 8192 bytes"));
  EXPECT_TRUE(says(error->remedy(), "use pinned buffers"));
}

TEST_F(GpuMemoryTest, FindsTheAddressOfAPieceWithin) {
  const Device device = open_device();
  const PinnedBuffer pinned(device, 4096);
  EXPECT_EQ(mapped_address(device, pinned.data() + 1024), pinned.address() + 1024);
}

TEST_F(GpuMemoryTest, RefusesAnAddressThatOnlyTheCpuHas) {
  const Device device = open_device();
  const std::vector<std::byte> ordinary(4096);
  const auto error = error_of([&] { mapped_address(device, ordinary.data()); });
  EXPECT_TRUE(says(error->what(), "the GPU's address of a piece of host memory"));
  EXPECT_NO_THROW(DeviceBuffer(device, 64)) << "the device still works";
}

}  // namespace
}  // namespace sobelcam::gpu
