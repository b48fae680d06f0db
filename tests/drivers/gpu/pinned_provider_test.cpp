// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/pinned_provider.h"

#include <cstring>
#include <memory>
#include <thread>

#include "drivers/frame/frame_pool.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

class PinnedProviderTest : public test::GpuTest {};

TEST_F(PinnedProviderTest, GivesMemoryThatTheGpuReads) {
  const Device device = open_device();
  PinnedProvider provider(device);
  const Buffer buffer = provider.allocate(1000);
  EXPECT_EQ(buffer.size(), 1000U);
  EXPECT_EQ(buffer.kind(), MemoryKind::kPinnedMapped);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U);
  std::memset(buffer.data(), 1, 1000);
  EXPECT_NE(mapped_address(device, buffer.data()), 0U);
}

TEST_F(PinnedProviderTest, FreesABufferOnceAtItsEnd) {
  const Device device = open_device();
  PinnedProvider provider(device);
  {
    Buffer first = provider.allocate(10);
    const Buffer second = std::move(first);
    EXPECT_EQ(fake_.calls("cuMemFreeHost"), 0);
  }
  EXPECT_EQ(fake_.calls("cuMemFreeHost"), 1);
}

TEST_F(PinnedProviderTest, GivesABufferOfNoBytes) {
  const Device device = open_device();
  const Buffer buffer = PinnedProvider(device).allocate(0);
  EXPECT_EQ(buffer.size(), 0U);
}

TEST_F(PinnedProviderTest, NamesTheSizeThatIsNotThere) {
  const Device device = open_device("cuMemHostAlloc=2");
  PinnedProvider provider(device);
  EXPECT_TRUE(test::says(test::error_of([&] { provider.allocate(777); })->what(), "777 bytes of pinned memory"));
}

TEST_F(PinnedProviderTest, LetsItsBuffersOutliveTheDevice) {
  auto device = std::make_unique<Device>(open_device());
  const Buffer buffer = PinnedProvider(*device).allocate(10);
  device.reset();
  std::memset(buffer.data(), 1, 10);
  EXPECT_EQ(fake_.leftovers(), "1 context, 1 pinned memory");
}

TEST_F(PinnedProviderTest, ServesAnyThread) {
  const Device device = open_device();
  PinnedProvider provider(device);
  Buffer buffer;
  std::thread([&] { EXPECT_NO_THROW(buffer = provider.allocate(10)); }).join();
  EXPECT_NE(buffer.data(), nullptr);
}

TEST_F(PinnedProviderTest, HoldsTheFramesOfAPool) {
  const Device device = open_device();
  PinnedProvider provider(device);
  FramePool pool(provider, 2);
  const FrameLayout layout = aligned_layout(PixelFormat::kGrey, ColorRange::kFull, 64, 4);
  const auto slot = pool.acquire(layout, std::chrono::steady_clock::now());
  ASSERT_TRUE(slot.has_value());
  EXPECT_NE(mapped_address(device, slot->view().data), 0U);
  EXPECT_EQ(device.copy_counts().pinned_allocations, 2U);
}

}  // namespace
}  // namespace sobelcam::gpu
