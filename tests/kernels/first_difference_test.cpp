// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/first_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "drivers/frame/image.h"

namespace sobelcam {
namespace {

class FirstDifference : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint32_t y = 0; y < 6; ++y) {
      for (std::uint32_t x = 0; x < 7; ++x) {
        expected_.row(y)[x] = actual_.row(y)[x] = static_cast<float>(10 * y + x);
      }
    }
  }

  std::optional<Difference> compare() { return first_difference("blur", expected_.view(), actual_.view()); }

  Image<float> expected_{7, 6};
  Image<float> actual_{7, 6};
};

TEST_F(FirstDifference, IsNothingForEqualPlanes) {
  EXPECT_FALSE(compare().has_value());
}

TEST_F(FirstDifference, IgnoresThePadding) {
  actual_.row(2)[7] = 1000.0F;
  EXPECT_FALSE(compare().has_value());
}

TEST_F(FirstDifference, IsTheFirstInReadingOrderAndCountsAll) {
  actual_.row(4)[1] = -1.0F;
  actual_.row(3)[5] = 99.0F;
  const auto difference = compare();
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->plane, "blur");
  EXPECT_EQ(difference->x, 5U);
  EXPECT_EQ(difference->y, 3U);
  EXPECT_EQ(difference->expected, 35.0);
  EXPECT_EQ(difference->actual, 99.0);
  EXPECT_EQ(difference->different, 2U);
  EXPECT_EQ(difference->total, 42U);
}

TEST_F(FirstDifference, SeesASingleBit) {
  actual_.row(5)[6] = std::nextafter(actual_.row(5)[6], 0.0F);
  ASSERT_TRUE(compare().has_value());
  EXPECT_EQ(compare()->x, 6U);
}

TEST_F(FirstDifference, TellsZeroFromMinusZeroAndAcceptsEqualNan) {
  expected_.row(0)[0] = actual_.row(0)[0] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(compare().has_value());
  expected_.row(0)[1] = 0.0F;
  actual_.row(0)[1] = -0.0F;
  ASSERT_TRUE(compare().has_value());
  EXPECT_EQ(compare()->x, 1U);
}

TEST_F(FirstDifference, CountsTheFloatsBetweenAndTellsTheBorderRing) {
  actual_.row(3)[2] = std::nextafter(std::nextafter(32.0F, 0.0F), 0.0F);
  EXPECT_EQ(compare()->ulps, 2U);
  EXPECT_FALSE(compare()->on_border_ring);
  actual_.row(2)[6] = -0.0F;
  expected_.row(2)[6] = 0.0F;
  EXPECT_EQ(compare()->ulps, 1U);
  EXPECT_TRUE(compare()->on_border_ring);
  const std::string words = describe(*compare());
  EXPECT_NE(words.find("1 ulp apart, on the border ring"), std::string::npos) << words;
}

TEST(UlpDistance, GoesThroughZeroAndIsSymmetric) {
  const float least = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(ulp_distance(1.0F, 1.0F), 0U);
  EXPECT_EQ(ulp_distance(-least, least), 3U);
  EXPECT_EQ(ulp_distance(1.0F, 2.0F), std::uint64_t{1} << 23U);
  EXPECT_EQ(ulp_distance(2.0F, 1.0F), std::uint64_t{1} << 23U);
}

TEST_F(FirstDifference, ComparesWhatBothResultsHold) {
  ResultView expected;
  ResultView actual;
  EXPECT_FALSE(first_difference(expected, actual).has_value());
  expected.blur = expected_.view();
  actual.gray = actual_.view();
  EXPECT_FALSE(first_difference(expected, actual).has_value());
  actual_.row(1)[1] = 5.0F;
  actual.blur = actual_.view();
  ASSERT_TRUE(first_difference(expected, actual).has_value());
  EXPECT_EQ(first_difference(expected, actual)->plane, "blur");
}

TEST_F(FirstDifference, ShowsTheNeighborhoodAndWhatLiesOutside) {
  actual_.row(0)[1] = 77.0F;
  const auto difference = compare();
  ASSERT_TRUE(difference.has_value());
  EXPECT_FALSE(difference->actual_around[1][2].has_value());
  EXPECT_FALSE(difference->actual_around[2][0].has_value());
  EXPECT_EQ(difference->actual_around[2][1], 0.0);
  EXPECT_EQ(difference->actual_around[2][2], 77.0);
  EXPECT_EQ(difference->expected_around[2][2], 1.0);
  EXPECT_EQ(difference->expected_around[4][4], 23.0);
}

TEST_F(FirstDifference, ReportsSizesThatDiffer) {
  const Image<float> smaller(7, 5);
  const auto difference = first_difference("blur", expected_.view(), smaller.view());
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(describe(*difference), "sizes differ: expected 6, actual 5");
}

TEST_F(FirstDifference, IsDescribedInWords) {
  actual_.row(3)[5] = 99.5F;
  const std::string words = describe(compare().value());
  EXPECT_NE(words.find("blur differs at x=5 y=3: expected 35, actual 99.5, 12255232 ulp apart (1 of 42 differ)"),
            std::string::npos);
  EXPECT_NE(words.find("35"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
