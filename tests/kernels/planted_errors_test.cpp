// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/mutants.h"
#include "tests/support/oracle.h"
#include "tests/support/photos.h"
#include "tests/support/test_frames.h"

// A test that cannot go red proves nothing: rows with a planted mistake are caught, and at the right pixel.
namespace sobelcam::test {
namespace {

class PlantedError : public testing::Test {
 protected:
  static TestFrame impulse_at(std::uint32_t at_x, std::uint32_t at_y, PixelFormat format = PixelFormat::kGrey,
                              std::uint8_t poison = 0xEE) {
    return {padded_layout(format, ColorRange::kFull, 11, 9, 0),
            [=](std::uint32_t x, std::uint32_t y, auto) {
              return static_cast<std::uint8_t>(x == at_x && y == at_y ? 255 : 0);
            },
            poison};
  }

  static void expect_gray_differs_at(std::uint32_t x, std::uint32_t y, const PipelineInfo& row,
                                     const TestFrame& frame) {
    const auto difference = difference_from_reference(row, frame.view(), false);
    ASSERT_TRUE(difference.has_value());
    EXPECT_EQ(difference->plane, "gray");
    EXPECT_EQ(difference->x, x);
    EXPECT_EQ(difference->y, y);
  }
};

TEST_F(PlantedError, WrongBorderIsCaughtInTheCornerWhereTheImpulseIs) {
  const auto difference = difference_from_reference(kWrongBorderPipeline, impulse_at(0, 0).view(), false);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->plane, "magnitude");
  EXPECT_EQ(difference->x, 0U);
  EXPECT_EQ(difference->y, 0U);
}

TEST_F(PlantedError, WrongBorderIsCaughtAtTheOppositeCornerToo) {
  // The blur reaches two pixels left and two rows up. Only the outermost ring is wrong: on the right side it is met
  // first in column 10, in the first row whose Sobel window sees the impulse's blur: 8 - 2 - 1.
  const auto difference = difference_from_reference(kWrongBorderPipeline, impulse_at(10, 8).view(), false);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->x, 10U);
  EXPECT_EQ(difference->y, 5U);
}

TEST_F(PlantedError, WrongBorderIsInvisibleAwayFromTheBorder) {
  // The blur of (5, 4) ends two pixels from it, so nothing of it lies outside the picture.
  EXPECT_FALSE(difference_from_reference(kWrongBorderPipeline, impulse_at(5, 4).view(), false).has_value());
}

TEST_F(PlantedError, WrongTapIsCaughtTwoPixelsLeftOfTheImpulse) {
  // The wrong tap weighs the pixel two to the right; the blur then carries it two rows up.
  const auto difference = difference_from_reference(kWrongTapPipeline, impulse_at(6, 5).view(), false);
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->plane, "blur");
  EXPECT_EQ(difference->x, 4U);
  EXPECT_EQ(difference->y, 3U);
}

TEST_F(PlantedError, TheSuiteSaysWhereInWords) {
  const auto words = violation(kWrongTapPipeline, impulse_at(6, 5).view(), false);
  ASSERT_TRUE(words.has_value());
  EXPECT_NE(words->find("blur differs at x=4 y=3"), std::string::npos) << *words;
}

TEST_F(PlantedError, BothAreCaughtOnEveryPhotoAndByTheOracleWhereItIsCoarser) {
  for (const char* file_name : kPhotos) {
    const Photo photo(file_name);
    EXPECT_TRUE(violation(kWrongBorderPipeline, photo.view(), false).has_value()) << file_name;
    EXPECT_TRUE(violation(kWrongTapPipeline, photo.view(), false).has_value()) << file_name;
    const EdgeResult wrong = run_row(kWrongTapPipeline, photo.view(), {PlaneSet::all(), false, false});
    EXPECT_GT(largest_distance(oracle_blur(oracle_gray(photo.view())), wrong.blur()), 1e-4) << file_name;
  }
}

TEST_F(PlantedError, ClampedMosaicIsCaughtInEachCorner) {
  // Both are red; beside and above or below them, red is taken for green.
  expect_gray_differs_at(0, 0, kClampedMosaicPipeline, impulse_at(0, 0, PixelFormat::kRggb8));
  expect_gray_differs_at(10, 8, kClampedMosaicPipeline, impulse_at(10, 8, PixelFormat::kRggb8));
}

TEST_F(PlantedError, ClampedMosaicIsInvisibleAwayFromTheBorder) {
  const TestFrame frame = impulse_at(5, 4, PixelFormat::kRggb8);
  EXPECT_FALSE(difference_from_reference(kClampedMosaicPipeline, frame.view(), false).has_value());
}

TEST_F(PlantedError, WrongOrderIsCaughtDiagonallyAboveTheImpulse) {
  // At (5, 4) RGGB is green, and (4, 3) is green too: it takes nothing from a corner. GRBG is blue there, and takes
  // red.
  expect_gray_differs_at(4, 3, kWrongOrderPipeline, impulse_at(5, 4, PixelFormat::kRggb8));
  expect_gray_differs_at(4, 3, kWrongOrderPipeline, impulse_at(5, 4, PixelFormat::kRggb10Packed));
}

TEST_F(PlantedError, UnmaskedBitsAreCaughtInTheFirstPixelUnlessTheyAreZero) {
  expect_gray_differs_at(0, 0, kUnmaskedPipeline, impulse_at(5, 4, PixelFormat::kY10));
  const TestFrame clean = impulse_at(5, 4, PixelFormat::kY10, 0x00);
  EXPECT_FALSE(difference_from_reference(kUnmaskedPipeline, clean.view(), false).has_value());
}

TEST_F(PlantedError, WrongScaleIsCaughtWhereThePictureIsNotBlack) {
  expect_gray_differs_at(5, 4, kWrongScalePipeline, impulse_at(5, 4, PixelFormat::kY10));
}

TEST_F(PlantedError, TheReferenceItselfIsClean) {
  for (const PixelFormat format : {PixelFormat::kGrey, PixelFormat::kRggb8, PixelFormat::kY10}) {
    EXPECT_FALSE(violation(kReferencePipeline, impulse_at(0, 0, format).view(), false).has_value());
  }
}

}  // namespace
}  // namespace sobelcam::test
