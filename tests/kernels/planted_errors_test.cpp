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
  static TestFrame impulse_at(std::uint32_t at_x, std::uint32_t at_y) {
    return {padded_layout(PixelFormat::kGrey, ColorRange::kFull, 11, 9, 0),
            [=](std::uint32_t x, std::uint32_t y, auto) {
              return static_cast<std::uint8_t>(x == at_x && y == at_y ? 255 : 0);
            }};
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

TEST_F(PlantedError, TheReferenceItselfIsClean) {
  EXPECT_FALSE(violation(kReferencePipeline, impulse_at(0, 0).view(), false).has_value());
}

}  // namespace
}  // namespace sobelcam::test
