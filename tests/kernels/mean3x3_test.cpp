// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/mean3x3.h"

#include <gtest/gtest.h>

#include "drivers/frame/image.h"
#include "tests/support/guarded.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {
namespace {

class Mean3x3 : public testing::Test {
 protected:
  static int at(ImageView<const std::uint8_t> plane, std::int64_t x, std::int64_t y) {
    const auto inside = [](std::int64_t i, std::int64_t n) { return i < 0 ? 0 : i >= n ? n - 1 : i; };
    return plane.row(static_cast<std::uint32_t>(inside(y, plane.height)))[inside(x, plane.width)];
  }

  static ImageView<const std::uint8_t> plane_of(const FrameView& frame) {
    return {frame.data, frame.layout.width, frame.layout.height, frame.layout.stride};
  }
};

TEST_F(Mean3x3, TruncatesTheHandWorkedExample) {
  // Neighborhood of the middle: 1+2+3+4+5+6+7+8+100 = 136; 136 / 9 = 15.1.
  const std::array<std::uint8_t, 9> values{1, 2, 3, 4, 5, 6, 7, 8, 100};
  Image<std::uint8_t> mean(3, 3);
  mean3x3({values.data(), 3, 3, 3}, mean.view());
  EXPECT_EQ(mean.row(1)[1], 15);
  // Top left, clamped: 4 * 1 + 2 * 2 + 2 * 4 + 5 = 21; 21 / 9 = 2.3.
  EXPECT_EQ(mean.row(0)[0], 2);
  // Bottom right, clamped: 4 * 100 + 2 * 8 + 2 * 6 + 5 = 433; 433 / 9 = 48.1.
  EXPECT_EQ(mean.row(2)[2], 48);
}

TEST_F(Mean3x3, KeepsAConstantPlane) {
  const TestFrame frame = scene_frame(Scene::kConstant, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 9, 4, 5));
  Image<std::uint8_t> mean(9, 4);
  mean3x3(plane_of(frame.view()), mean.view());
  EXPECT_EQ(mean.row(0)[0], 93);
  EXPECT_EQ(mean.row(3)[8], 93);
}

TEST_F(Mean3x3, AgreesWithTheDefinitionAtEverySmallSize) {
  for (std::uint32_t width = 1; width <= 8; ++width) {
    for (std::uint32_t height = 1; height <= 8; ++height) {
      const TestFrame frame =
          scene_frame(Scene::kNoise, padded_layout(PixelFormat::kGrey, ColorRange::kFull, width, height, 3));
      const auto plane = plane_of(frame.view());
      GuardedMemory memory;
      Image<std::uint8_t> mean(width, height, memory);
      mean3x3(plane, mean.view());
      for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
          int sum = 0;
          for (int j = -1; j <= 1; ++j) {
            for (int i = -1; i <= 1; ++i) {
              sum += at(plane, std::int64_t{x} + i, std::int64_t{y} + j);
            }
          }
          ASSERT_EQ(mean.row(y)[x], sum / 9) << width << "x" << height << " x=" << x << " y=" << y;
        }
      }
      ASSERT_TRUE(memory.intact());
    }
  }
}

}  // namespace
}  // namespace sobelcam::test
