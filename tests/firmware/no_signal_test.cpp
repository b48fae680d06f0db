// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/no_signal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "drivers/frame/image.h"
#include "tests/support/guarded.h"

namespace sobelcam {
namespace {

class NoSignalPicture : public testing::Test {
 protected:
  static int lit(ImageView<const std::uint8_t> picture) {
    int count = 0;
    for (std::uint32_t y = 0; y < picture.height; ++y) {
      for (std::uint32_t x = 0; x < picture.width; ++x) {
        count += picture.row(y)[x] > 128 ? 1 : 0;
      }
    }
    return count;
  }
};

TEST_F(NoSignalPicture, ShowsTextThatDependsOnTheReason) {
  Image<std::uint8_t> one(640, 480);
  Image<std::uint8_t> other(640, 480);
  draw_no_signal(one.view(), "no camera is connected");
  draw_no_signal(other.view(), "");
  EXPECT_GT(lit(other.view()), 400);
  EXPECT_GT(lit(one.view()), lit(other.view()) + 200);
}

TEST_F(NoSignalPicture, ReplacesWhatWasThere) {
  Image<std::uint8_t> picture(64, 64);
  for (std::uint32_t y = 0; y < 64; ++y) {
    std::fill_n(picture.row(y), 64, std::uint8_t{255});
  }
  draw_no_signal(picture.view(), "x");
  EXPECT_LT(lit(picture.view()), 2000);
}

TEST_F(NoSignalPicture, FitsEverySizeAndEveryReason) {
  for (const std::uint32_t width : {1U, 5U, 63U, 640U, 1921U}) {
    for (const std::uint32_t height : {1U, 7U, 48U, 481U}) {
      for (const std::string& reason : {std::string(), std::string("short"), std::string(500, 'x'),
                                        std::string("words \x80\xff with bytes that are no text")}) {
        test::GuardedMemory memory;
        Image<std::uint8_t> picture(width, height, memory);
        draw_no_signal(picture.view(), reason);
        ASSERT_TRUE(memory.intact()) << width << "x" << height;
      }
    }
  }
}

}  // namespace
}  // namespace sobelcam
