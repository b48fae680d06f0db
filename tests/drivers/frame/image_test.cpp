// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/image.h"

#include <gtest/gtest.h>

#include <array>
#include <new>

#include "tests/support/guarded.h"

namespace sobelcam {
namespace {

class ImageTest : public testing::Test {
 protected:
  test::GuardedMemory memory_;
};

TEST_F(ImageTest, StartsEmpty) {
  const Image<float> image;
  EXPECT_TRUE(image.empty());
  EXPECT_EQ(image.width(), 0U);
}

TEST_F(ImageTest, PadsItsRowsTo64Bytes) {
  EXPECT_EQ(Image<std::uint8_t>(65, 2, memory_).view().stride, 128U);
  EXPECT_EQ(Image<float>(16, 2, memory_).view().stride, 64U);
  EXPECT_EQ(Image<float>(17, 2, memory_).view().stride, 128U);
}

TEST_F(ImageTest, HoldsEveryPixelApart) {
  Image<float> image(17, 5, memory_);
  for (std::uint32_t y = 0; y < 5; ++y) {
    for (std::uint32_t x = 0; x < 17; ++x) {
      image.row(y)[x] = static_cast<float>(100 * y + x);
    }
  }
  EXPECT_EQ(image.row(4)[16], 416.0F);
  EXPECT_EQ(image.row(0)[16], 16.0F);
  EXPECT_TRUE(memory_.intact());
}

TEST_F(ImageTest, TakesItsPixelsFromTheProvider) {
  const Image<std::uint8_t> image(10, 10, memory_);
  EXPECT_EQ(memory_.allocations(), 1U);
  EXPECT_EQ(image.row(9)[9], 0xA5) << "not the provider's poison";
}

TEST_F(ImageTest, KeepsItsMemoryWhereItSuffices) {
  Image<std::uint8_t> image(100, 100, memory_);
  const std::uint8_t* before = image.row(0);
  image.reshape(64, 20, memory_);
  image.reshape(128, 100, memory_);
  EXPECT_EQ(image.row(0), before);
  EXPECT_EQ(memory_.allocations(), 1U);
  EXPECT_EQ(image.width(), 128U);
  EXPECT_EQ(image.height(), 100U);
}

TEST_F(ImageTest, TakesNewMemoryWhereItMust) {
  Image<std::uint8_t> image(100, 100, memory_);
  image.reshape(100, 101, memory_);
  EXPECT_EQ(memory_.allocations(), 2U);
  image.row(100)[99] = 1;
  EXPECT_TRUE(memory_.intact());
}

TEST_F(ImageTest, WithoutPixelsItIsEmpty) {
  const Image<std::uint8_t> image(0, 0, memory_);
  EXPECT_TRUE(image.empty());
}

TEST_F(ImageTest, RefusesASizeThatDoesNotFitTheMemory) {
  struct Wide {
    std::array<std::byte, std::size_t{1} << 20U> bytes;
  };
  EXPECT_THROW(Image<Wide>(0xFFFFFFFFU, 0xFFFFFFFFU, memory_), std::bad_alloc);
  EXPECT_EQ(memory_.allocations(), 0U);
}

TEST_F(ImageTest, MovesItsPixelsAlong) {
  Image<std::uint8_t> image(8, 8, memory_);
  image.row(3)[4] = 77;
  const std::uint8_t* before = image.row(0);
  const Image<std::uint8_t> moved = std::move(image);
  EXPECT_EQ(moved.row(0), before);
  EXPECT_EQ(moved.row(3)[4], 77);
}

TEST_F(ImageTest, AViewStepsByBytesWhateverThePixel) {
  std::array<float, 32> pixels{};
  const ImageView<float> view{pixels.data(), 3, 2, 16 * sizeof(float)};
  EXPECT_EQ(view.row(1), pixels.data() + 16);
  const ImageView<const float> readable = view;
  EXPECT_EQ(readable.row(1), pixels.data() + 16);
}

TEST_F(ImageTest, AViewWithoutBytesOrSidesIsEmpty) {
  std::array<std::uint8_t, 4> pixels{};
  EXPECT_FALSE((ImageView<std::uint8_t>{pixels.data(), 2, 2, 2}.empty()));
  EXPECT_TRUE((ImageView<std::uint8_t>{nullptr, 2, 2, 2}.empty()));
  EXPECT_TRUE((ImageView<std::uint8_t>{pixels.data(), 0, 2, 2}.empty()));
  EXPECT_TRUE((ImageView<std::uint8_t>{pixels.data(), 2, 0, 2}.empty()));
}

}  // namespace
}  // namespace sobelcam
