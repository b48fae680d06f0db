// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_pool.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>

#include "tests/support/guarded.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

class FramePoolTest : public testing::Test {
 protected:
  static FrameLayout gray(std::uint32_t width, std::uint32_t height) {
    return aligned_layout(PixelFormat::kGrey, ColorRange::kFull, width, height);
  }
  std::optional<FramePool::Slot> acquire_now(const FrameLayout& layout) { return pool_->acquire(layout, Clock::now()); }
  Frame lease_now(const FrameLayout& layout) { return std::move(*acquire_now(layout)).lease({}); }

  test::GuardedMemory memory_;
  std::optional<FramePool> pool_{std::in_place, memory_, 2};
  FrameLayout layout_ = gray(100, 10);
};

TEST_F(FramePoolTest, ASlotLiesInTheProvidersMemory) {
  const auto slot = acquire_now(layout_);
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->view().layout, layout_);
  EXPECT_EQ(slot->view().row(9)[99], 0xA5) << "not the provider's poison";
  std::memset(slot->view().data, 0, layout_bytes(layout_));
  EXPECT_TRUE(memory_.intact());
}

TEST_F(FramePoolTest, AFrameShowsWhatWasWrittenIntoItsSlot) {
  auto slot = acquire_now(layout_);
  slot->view().row(3)[7] = 42;
  const std::uint8_t* where = slot->view().data;
  const Frame frame = std::move(*slot).lease({17, {}, 3});
  EXPECT_EQ(frame.view().data, where);
  EXPECT_EQ(frame.view().row(3)[7], 42);
  EXPECT_EQ(frame.stamp().sequence, 17U);
  EXPECT_EQ(frame.stamp().format_changes, 3U);
}

TEST_F(FramePoolTest, HandsOutNoMoreThanItsSlots) {
  const Frame first = lease_now(layout_);
  const Frame second = lease_now(layout_);
  EXPECT_NE(first.view().data, second.view().data);
  EXPECT_FALSE(acquire_now(layout_));
}

TEST_F(FramePoolTest, WaitsUntilTheDeadlineForASlot) {
  const Frame first = lease_now(layout_);
  const Frame second = lease_now(layout_);
  const auto begin = Clock::now();
  EXPECT_FALSE(pool_->acquire(layout_, begin + 20ms));
  EXPECT_GE(Clock::now() - begin, 20ms);
}

TEST_F(FramePoolTest, ASlotComesBackWithItsFrame) {
  const Frame first = lease_now(layout_);
  const std::uint8_t* where = nullptr;
  {
    const Frame second = lease_now(layout_);
    where = second.view().data;
  }
  const auto slot = acquire_now(layout_);
  ASSERT_TRUE(slot);
  EXPECT_EQ(slot->view().data, where);
  EXPECT_EQ(memory_.allocations(), 2U);
}

TEST_F(FramePoolTest, AnUnusedSlotComesBack) {
  const Frame first = lease_now(layout_);
  { const auto unused = acquire_now(layout_); }
  EXPECT_TRUE(acquire_now(layout_));
}

TEST_F(FramePoolTest, AReturnOnAnotherThreadEndsTheWait) {
  Frame first = lease_now(layout_);
  const Frame second = lease_now(layout_);
  std::thread consumer([frame = std::move(first)]() mutable {
    std::this_thread::sleep_for(10ms);
    frame = Frame();
  });
  const auto begin = Clock::now();
  const auto slot = pool_->acquire(layout_, begin + 10s);
  EXPECT_LT(Clock::now() - begin, 5s);
  EXPECT_TRUE(slot);
  consumer.join();
}

TEST_F(FramePoolTest, PassesPicturesBetweenThreadsWhole) {
  std::vector<std::jthread> consumers;
  for (std::uint8_t i = 0; i < 100; ++i) {
    auto slot = pool_->acquire(layout_, Clock::now() + 10s);
    ASSERT_TRUE(slot);
    std::memset(slot->view().data, i, layout_bytes(layout_));
    consumers.emplace_back([frame = std::move(*slot).lease({i, {}, 0}), i] {
      EXPECT_EQ(frame.view().row(0)[0], i);
      EXPECT_EQ(frame.view().row(9)[99], i);
    });
  }
}

TEST_F(FramePoolTest, ASmallerPictureTakesTheSameMemory) {
  { const Frame large = lease_now(layout_); }
  const Frame small = lease_now(gray(10, 5));
  EXPECT_EQ(memory_.allocations(), 2U);
  EXPECT_EQ(small.layout(), gray(10, 5));
}

TEST_F(FramePoolTest, ALargerPictureStartsANewGeneration) {
  const Frame old = lease_now(layout_);
  const Frame one = lease_now(gray(200, 20));
  const Frame other = lease_now(gray(200, 20));
  EXPECT_EQ(memory_.allocations(), 4U);
  EXPECT_FALSE(acquire_now(gray(200, 20)));
}

TEST_F(FramePoolTest, ARetiredGenerationTakesNothingBack) {
  Frame old = lease_now(layout_);
  const std::uint8_t* where = old.view().data;
  const Frame one = lease_now(gray(200, 20));
  const Frame other = lease_now(gray(200, 20));
  old = Frame();
  const auto slot = acquire_now(gray(200, 20));
  EXPECT_FALSE(slot) << (slot->view().data == where ? "a slot of the old size" : "a slot too many");
}

TEST_F(FramePoolTest, FramesOutliveThePool) {
  auto slot = acquire_now(layout_);
  slot->view().row(9)[99] = 123;
  Frame frame = std::move(*slot).lease({});
  slot.reset();
  pool_.reset();
  EXPECT_EQ(frame.view().row(9)[99], 123);
  frame = Frame();
}

TEST_F(FramePoolTest, KeepsACopyOfTheJpegBesideThePixels) {
  std::array<std::byte, 3> jpeg{std::byte{1}, std::byte{2}, std::byte{3}};
  auto slot = acquire_now(layout_);
  slot->set_jpeg(jpeg);
  const Frame frame = std::move(*slot).lease({});
  jpeg.fill(std::byte{0});
  ASSERT_EQ(frame.jpeg().size(), 3U);
  EXPECT_EQ(frame.jpeg()[2], std::byte{3});
}

TEST_F(FramePoolTest, AJpegDoesNotStayForTheNextPicture) {
  const Frame other = lease_now(layout_);
  {
    auto slot = acquire_now(layout_);
    slot->set_jpeg(std::array{std::byte{1}});
    const Frame frame = std::move(*slot).lease({});
  }
  EXPECT_TRUE(lease_now(layout_).jpeg().empty());
}

}  // namespace
}  // namespace sobelcam
