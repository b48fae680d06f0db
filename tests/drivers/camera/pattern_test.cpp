// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "kernels/reference/reference_pipeline.h"
#include "tests/support/guarded.h"
#include "tests/support/read_number.h"

namespace sobelcam {
namespace {

/// A picture with poisoned padding whose last pixel lies against a page that nobody may touch.
class Picture {
 public:
  Picture(std::uint32_t width, std::uint32_t height, std::uint64_t sequence)
      : layout_(aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, width, height)),
        bytes_((height - 1) * layout_.stride + 3 * std::size_t{width}) {
    std::fill_n(bytes_.data(), bytes_.size(), kPoison);
    draw_pattern({bytes_.data(), layout_}, sequence);
  }

  static constexpr std::uint8_t kPoison = 0x5B;
  FrameView view() const { return {bytes_.data(), layout_}; }

  std::vector<std::uint8_t> pixels() const {
    std::vector<std::uint8_t> all;
    for (std::uint32_t y = 0; y < layout_.height; ++y) {
      all.insert(all.end(), view().row(y), view().row(y) + 3 * std::size_t{layout_.width});
    }
    return all;
  }

 private:
  FrameLayout layout_;
  test::GuardedBytes bytes_;
};

class PatternTest : public testing::Test {
 protected:
  static std::uint64_t fnv1a(const std::vector<std::uint8_t>& bytes) {
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const std::uint8_t byte : bytes) {
      hash = (hash ^ byte) * 0x100000001B3U;
    }
    return hash;
  }

  static std::optional<std::uint64_t> number_in(const Picture& picture) {
    const FrameLayout& layout = picture.view().layout;
    const NumberPlace place = pattern_number_place(layout.width, layout.height);
    return test::read_number(picture.view(), place.x, place.y, place.scale);
  }
};

TEST_F(PatternTest, TheSameNumberGivesTheSameBytes) {
  EXPECT_EQ(Picture(97, 61, 5).pixels(), Picture(97, 61, 5).pixels());
}

TEST_F(PatternTest, GivesTheseBytesOnEveryMachine) {
  EXPECT_EQ(fnv1a(Picture(320, 240, 0).pixels()), 1224943532574481808U);
  EXPECT_EQ(fnv1a(Picture(97, 61, 1000000007).pixels()), 2868995818673067408U);
}

TEST_F(PatternTest, ConsecutivePicturesDifferWidely) {
  for (const std::uint64_t sequence : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4095}}) {
    const auto one = Picture(320, 240, sequence).pixels();
    const auto next = Picture(320, 240, sequence + 1).pixels();
    std::size_t same = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
      same += one[i] == next[i] ? 1U : 0U;
    }
    EXPECT_LT(same, one.size() / 3) << "picture " << sequence;
  }
}

TEST_F(PatternTest, UsesTheWholeRangeOfEachChannel) {
  const auto pixels = Picture(320, 240, 0).pixels();
  for (std::size_t channel = 0; channel < 3; ++channel) {
    std::vector<bool> seen(256);
    for (std::size_t i = channel; i < pixels.size(); i += 3) {
      seen[pixels[i]] = true;
    }
    EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 256) << "channel " << channel;
  }
}

TEST_F(PatternTest, ItsEdgesCoverTheWholeRange) {
  const Picture picture(640, 480, 3);
  const auto pipeline = kReferencePipeline.make({});
  const auto result = pipeline->process(Frame::borrowing(picture.view()), {{}, false, false});
  ASSERT_TRUE(result);
  for (std::size_t level = 0; level < 256; ++level) {
    EXPECT_GT(result->histogram()[level], 0U) << "no edge of strength " << level;
  }
}

TEST_F(PatternTest, ItsNumberIsLegible) {
  for (const std::uint64_t sequence : {std::uint64_t{0}, std::uint64_t{9876543210}, std::uint64_t{41}}) {
    EXPECT_EQ(number_in(Picture(320, 240, sequence)), sequence);
    EXPECT_EQ(number_in(Picture(1280, 720, sequence)), sequence);
  }
}

TEST_F(PatternTest, ItsNumberGrowsWithThePicture) {
  EXPECT_EQ(pattern_number_place(320, 240).scale, 2U);
  EXPECT_EQ(pattern_number_place(1280, 720).scale, 8U);
  EXPECT_EQ(pattern_number_place(1, 1).scale, 1U);
}

TEST_F(PatternTest, TheLargestNumberIsDrawnToo) {
  const std::uint64_t last = ~std::uint64_t{0};
  EXPECT_EQ(number_in(Picture(320, 240, last)), last);
}

TEST_F(PatternTest, StaysWithinItsPictureAtAnySize) {
  const std::array sides{1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 31U, 33U, 64U};
  for (const std::uint32_t width : sides) {
    for (const std::uint32_t height : sides) {
      for (std::uint64_t sequence = 0; sequence < 8; ++sequence) {
        const Picture picture(width, height, sequence);  // a write too far ends the test at the guard page
        EXPECT_EQ(picture.pixels().size(), std::size_t{3} * width * height);
      }
    }
  }
}

TEST_F(PatternTest, LeavesThePaddingAlone) {
  const Picture picture(50, 40, 12);
  for (std::uint32_t y = 0; y + 1 < 40; ++y) {
    const std::uint8_t* row = picture.view().row(y);
    EXPECT_TRUE(std::all_of(row + 150, row + 192, [](auto byte) { return byte == Picture::kPoison; })) << y;
  }
}

TEST_F(PatternTest, LeavesNoPixelOut) {
  // A pixel that is never written keeps its poison in every picture.
  auto only_poison = std::vector<bool>(std::size_t{3} * 33 * 21, true);
  for (std::uint64_t sequence = 0; sequence < 12; ++sequence) {
    const auto pixels = Picture(33, 21, sequence).pixels();
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      only_poison[i] = only_poison[i] && pixels[i] == Picture::kPoison;
    }
  }
  EXPECT_EQ(std::count(only_poison.begin(), only_poison.end(), true), 0);
}

}  // namespace
}  // namespace sobelcam
