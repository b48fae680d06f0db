// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "drivers/frame/frame_source.h"

namespace sobelcam {
namespace {

class FrameTest : public testing::Test {
 protected:
  struct Owner final : FrameOwner {
    void give_back(unsigned slot) noexcept override { returned.push_back(slot); }
    std::vector<unsigned> returned;
  };

  void SetUp() override { owner_->returned.reserve(16); }

  Frame lease(unsigned slot) { return {view_, {slot, {}, 0}, MemoryKind::kRegistered, owner_, slot, jpeg_}; }

  std::array<std::uint8_t, 64> pixels_{};
  std::array<std::byte, 4> jpeg_{};
  FrameView view_{pixels_.data(), aligned_layout(PixelFormat::kGrey, ColorRange::kFull, 3, 1)};
  std::shared_ptr<Owner> owner_ = std::make_shared<Owner>();
};

using Slots = std::vector<unsigned>;

TEST_F(FrameTest, KnowsItsPicture) {
  const Frame frame = lease(5);
  EXPECT_EQ(frame.view().data, pixels_.data());
  EXPECT_EQ(frame.layout(), view_.layout);
  EXPECT_EQ(frame.stamp().sequence, 5U);
  EXPECT_EQ(frame.memory(), MemoryKind::kRegistered);
  EXPECT_EQ(frame.jpeg().data(), jpeg_.data());
  EXPECT_EQ(frame.jpeg().size(), 4U);
}

TEST_F(FrameTest, GivesItsSlotBackAtItsEnd) {
  {
    const Frame frame = lease(2);
    EXPECT_TRUE(owner_->returned.empty());
  }
  EXPECT_EQ(owner_->returned, Slots{2});
}

TEST_F(FrameTest, MovedFromGivesNothingBack) {
  {
    Frame first = lease(3);
    { const Frame second = std::move(first); }
    EXPECT_EQ(owner_->returned, Slots{3});
  }
  EXPECT_EQ(owner_->returned, Slots{3});
}

TEST_F(FrameTest, AssigningGivesTheOldSlotBackFirst) {
  Frame frame = lease(1);
  frame = lease(4);
  EXPECT_EQ(owner_->returned, Slots{1});
  EXPECT_EQ(frame.stamp().sequence, 4U);
  frame = Frame();
  EXPECT_EQ(owner_->returned, (Slots{1, 4}));
}

TEST_F(FrameTest, AssigningMovesEverythingAlong) {
  Frame frame;
  frame = lease(6);
  EXPECT_EQ(frame.view().data, pixels_.data());
  EXPECT_EQ(frame.memory(), MemoryKind::kRegistered);
  EXPECT_EQ(frame.jpeg().size(), 4U);
}

TEST_F(FrameTest, SurvivesBeingAssignedToItself) {
  Frame frame = lease(7);
  Frame& same = frame;
  frame = std::move(same);
  EXPECT_TRUE(owner_->returned.empty());
  EXPECT_EQ(frame.view().data, pixels_.data());
}

TEST_F(FrameTest, KeepsItsOwnerAlive) {
  const std::weak_ptr<Owner> watched = owner_;
  Frame frame = lease(0);
  owner_.reset();
  EXPECT_FALSE(watched.expired());
  frame = Frame();
  EXPECT_TRUE(watched.expired());
}

TEST_F(FrameTest, BorrowingGivesNothingBack) {
  const Frame frame = Frame::borrowing(view_, {9, {}, 0});
  EXPECT_EQ(frame.view().data, pixels_.data());
  EXPECT_EQ(frame.stamp().sequence, 9U);
  EXPECT_EQ(frame.memory(), MemoryKind::kOrdinary);
  EXPECT_TRUE(frame.jpeg().empty());
}

TEST_F(FrameTest, EachKindOfFaultHasAName) {
  EXPECT_EQ(name(SourceFaultKind::kNoDevice), "no_device");
  EXPECT_EQ(name(SourceFaultKind::kBusy), "busy");
  EXPECT_EQ(name(SourceFaultKind::kNoSignal), "no_signal");
  EXPECT_EQ(name(SourceFaultKind::kStalled), "stalled");
  EXPECT_EQ(name(SourceFaultKind::kUnsupported), "unsupported");
  EXPECT_EQ(name(SourceFaultKind::kBadFrame), "bad_frame");
}

}  // namespace
}  // namespace sobelcam
