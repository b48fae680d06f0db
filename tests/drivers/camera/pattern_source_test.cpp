// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pattern_source.h"

#include <gtest/gtest.h>

#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include "drivers/camera/pattern.h"
#include "tests/support/guarded.h"
#include "tests/support/sources.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

class PatternSourceTest : public testing::Test {
 protected:
  void SetUp() override { options_.memory = &memory_; }

  void open(double fps) { source_ = test::open_or_throw(PatternSpec{40, 30, fps}, options_); }
  bool next_is_no_frame() { return std::holds_alternative<NoFrame>(source_->next(Clock::now())); }

  static bool shows(const Frame& frame, std::uint64_t sequence) {
    std::vector<std::uint8_t> expected(layout_bytes(frame.layout()));
    const MutableFrameView view{expected.data(), frame.layout()};
    draw_pattern(view, sequence);
    for (std::uint32_t y = 0; y < frame.layout().height; ++y) {
      if (std::memcmp(frame.view().row(y), view.row(y), std::size_t{3} * frame.layout().width) != 0) {
        return false;
      }
    }
    return true;
  }

  test::GuardedMemory memory_;
  SourceOptions options_ = test::every_picture_unpaced();
  std::unique_ptr<FrameSource> source_;
};

TEST_F(PatternSourceTest, GivesThePicturesOfThePatternInOrder) {
  open(30);
  for (std::uint64_t i = 0; i < 5; ++i) {
    const Frame frame = test::next_frame(*source_);
    EXPECT_EQ(frame.stamp().sequence, i);
    EXPECT_EQ(frame.stamp().format_changes, 0U);
    EXPECT_TRUE(shows(frame, i)) << i;
  }
}

TEST_F(PatternSourceTest, ItsFramesAreRgbOfTheSizeAskedFor) {
  open(30);
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, 40, 30));
  EXPECT_TRUE(frame.jpeg().empty());
}

TEST_F(PatternSourceTest, DrawsIntoTheInjectedMemory) {
  open(30);
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(memory_.allocations(), options_.buffers);
  EXPECT_EQ(frame.view().row(0)[120], 0xA5) << "the padding is not the provider's poison";
  EXPECT_TRUE(memory_.intact());
}

TEST_F(PatternSourceTest, StampsTheTimeOfThePicture) {
  open(30);
  const auto before = Clock::now();
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().captured_at, before);
  EXPECT_LE(frame.stamp().captured_at, Clock::now());
}

TEST_F(PatternSourceTest, WithoutAFreeBufferThereIsNoFrameAndNothingIsLost) {
  options_.buffers = 1;
  open(30);
  {
    const Frame held = test::next_frame(*source_);
    EXPECT_TRUE(next_is_no_frame());
    EXPECT_TRUE(next_is_no_frame());
  }
  EXPECT_EQ(test::next_frame(*source_).stamp().sequence, 1U);
}

TEST_F(PatternSourceTest, FramesOutliveTheSource) {
  open(30);
  const Frame frame = test::next_frame(*source_);
  source_.reset();
  EXPECT_TRUE(shows(frame, 0));
}

TEST_F(PatternSourceTest, PacedPicturesComeNoSoonerThanDue) {
  options_.paced = true;
  open(100);
  const auto begin = Clock::now();
  for (std::uint64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(test::next_frame(*source_).stamp().sequence, i);
  }
  EXPECT_GE(Clock::now() - begin, 50ms);
  EXPECT_LT(Clock::now() - begin, 5s);
}

TEST_F(PatternSourceTest, BeforeThePictureIsDueTheDeadlineEndsTheWait) {
  options_.paced = true;
  open(0.01);
  test::next_frame(*source_);
  const auto begin = Clock::now();
  EXPECT_TRUE(std::holds_alternative<NoFrame>(source_->next(begin + 20ms)));
  EXPECT_GE(Clock::now() - begin, 20ms);
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST_F(PatternSourceTest, ASlowConsumerOfEveryPictureMissesNone) {
  options_.paced = true;
  open(1000);
  test::next_frame(*source_);
  std::this_thread::sleep_for(20ms);
  for (std::uint64_t i = 1; i < 10; ++i) {
    EXPECT_EQ(test::next_frame(*source_).stamp().sequence, i);
  }
}

TEST_F(PatternSourceTest, ASlowConsumerOfTheNewestSeesAGap) {
  options_.paced = true;
  options_.delivery = Delivery::kNewest;
  open(1000);
  EXPECT_EQ(test::next_frame(*source_).stamp().sequence, 0U);
  std::this_thread::sleep_for(30ms);
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().sequence, 30U);
  EXPECT_TRUE(shows(frame, frame.stamp().sequence));
}

TEST_F(PatternSourceTest, GivesTheNewestPictureOnlyOnce) {
  options_.paced = true;
  options_.delivery = Delivery::kNewest;
  open(0.01);
  test::next_frame(*source_);
  EXPECT_TRUE(next_is_no_frame());
}

TEST_F(PatternSourceTest, SaysWhatItIs) {
  options_.paced = true;
  open(12.5);
  EXPECT_EQ(source_->description(), "test pattern 40x30 at 12.5 fps");
  options_.paced = false;
  open(12.5);
  EXPECT_EQ(source_->description(), "test pattern 40x30 as fast as asked for");
}

TEST_F(PatternSourceTest, RefusesASizeThatIsNoPicture) {
  EXPECT_THROW(open_source(PatternSpec{0, 30, 30}, options_), std::invalid_argument);
  EXPECT_THROW(open_source(PatternSpec{65535, 65535, 30}, options_), std::invalid_argument);
}

}  // namespace
}  // namespace sobelcam
