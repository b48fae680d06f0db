// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/device.h"

#include <thread>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/event.h"
#include "drivers/gpu/stream.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::says;

class GpuDeviceTest : public test::GpuTest {};

TEST_F(GpuDeviceTest, ListsEveryDevice) {
  fake_.restart("devices=3");
  const auto devices = list_devices(*load_cuda(test::kFakeLibrary));
  ASSERT_EQ(devices.size(), 3U);
  EXPECT_EQ(devices[2].ordinal, 2);
  EXPECT_EQ(devices[2].name, "Fake GPU 2");
}

TEST_F(GpuDeviceTest, KnowsWhatAnIntegratedOneCanDo) {
  const Device device = open_device("integrated=1,version=12060");
  const DeviceProperties& properties = device.properties();
  EXPECT_TRUE(properties.integrated);
  EXPECT_TRUE(properties.can_map_host_memory);
  EXPECT_TRUE(properties.host_register_supported);
  EXPECT_TRUE(properties.uses_host_pointer_registered);
  EXPECT_EQ(properties.compute_capability(), 87);
  EXPECT_EQ(properties.multiprocessors, 8);
  EXPECT_EQ(properties.async_engines, 2);
  EXPECT_EQ(properties.total_bytes, std::size_t{8} << 30);
  EXPECT_EQ(properties.l2_bytes, std::size_t{4} << 20);
  EXPECT_EQ(properties.max_shared_bytes, std::size_t{163} * 1024);
  EXPECT_EQ(properties.memory_clock_khz, 3199000);
  EXPECT_EQ(properties.memory_bus_bits, 128);
  EXPECT_EQ(device.driver_version(), 12060);
}

TEST_F(GpuDeviceTest, LivesWithADriverThatDoesNotTellTheMemoryClock) {
  // Of the attributes the memory's are asked for last.
  open_device();
  const int calls = fake_.calls("cuDeviceGetAttribute");
  const Device device = open_device("cuDeviceGetAttribute@" + std::to_string(calls - 1) + "=1");
  EXPECT_EQ(device.properties().memory_clock_khz, 0);
  EXPECT_EQ(device.properties().memory_bus_bits, 6144);
}

TEST_F(GpuDeviceTest, RefusesAnOrdinalThatIsNotThere) {
  fake_.restart("devices=2");
  const auto error = error_of([] { Device(load_cuda(test::kFakeLibrary), 2); });
  EXPECT_EQ(error->result(), CUresult::kInvalidDevice);
  EXPECT_TRUE(says(error->what(), "device 2"));
}

TEST_F(GpuDeviceTest, KeepsItsContextForWhatWasMadeOnIt) {
  DeviceBuffer buffer;
  {
    const Device device = open_device();
    buffer = DeviceBuffer(device, 64);
  }
  EXPECT_EQ(fake_.leftovers(), "1 context, 1 device memory");
}

TEST_F(GpuDeviceTest, LetsOtherThreadsMakeAndEndThings) {
  const Device device = open_device();
  std::thread([&] {
    EXPECT_NO_THROW(DeviceBuffer(device, 64));
    EXPECT_NO_THROW(Stream{device});
    EXPECT_NO_THROW(Event{device});
  }).join();
  EXPECT_EQ(fake_.leftovers(), "1 context");
}

TEST_F(GpuDeviceTest, BecomesCurrentToTheThreadThatAsks) {
  const Device device = open_device();
  const Stream stream(device);
  std::thread([&] {
    device.make_current();
    EXPECT_NO_THROW(stream.synchronize());
  }).join();
}

TEST_F(GpuDeviceTest, MovesWithoutASecondContext) {
  Device first = open_device();
  const Device second = std::move(first);
  EXPECT_EQ(fake_.leftovers(), "1 context");
  EXPECT_EQ(second.properties().name, "Fake GPU 0");
}

TEST_F(GpuDeviceTest, NamesNothingToADriverWhoseContextIsGone) {
  auto device = std::make_unique<Device>(open_device());
  auto buffer = std::make_unique<DeviceBuffer>(*device, 64);
  fake_.restart("cuCtxPushCurrent_v2=709,cuDevicePrimaryCtxRelease_v2=709");
  EXPECT_NO_THROW(buffer.reset());
  EXPECT_NO_THROW(device.reset());
  EXPECT_EQ(fake_.calls("cuMemFree_v2"), 0);
  EXPECT_EQ(fake_.calls("cuCtxPopCurrent_v2"), 0);
}

}  // namespace
}  // namespace sobelcam::gpu
