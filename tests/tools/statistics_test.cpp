// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/statistics.h"

#include <gtest/gtest.h>

#include <numeric>

namespace sobelcam::tool {
namespace {

std::vector<double> one_to(std::size_t last) {
  std::vector<double> values(last);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Statistics, TheMedianOfAnOddCountIsTheMiddleValueInAnyOrder) {
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({7}), 7);
}

TEST(Statistics, TheMedianOfAnEvenCountIsBetweenTheTwoInTheMiddle) {
  EXPECT_EQ(median({8, 1, 2, 4}), 3);
}

TEST(Statistics, APercentileIsTheNearestRank) {
  EXPECT_EQ(percentile(one_to(100), 0.95), 95);
  EXPECT_EQ(percentile(one_to(20), 0.95), 19);
  EXPECT_EQ(percentile(one_to(21), 0.95), 20);
  EXPECT_EQ(percentile(one_to(3), 0.95), 3);
  EXPECT_EQ(percentile(one_to(3), 0.0), 1);
  EXPECT_EQ(percentile(one_to(3), 1.0), 3);
}

TEST(Statistics, ASummaryHoldsCountLeastMedianP95AndMean) {
  std::vector<double> values = one_to(40);
  std::swap(values.front(), values.back());
  const Statistics statistics = summarize(values);
  EXPECT_EQ(statistics.count, 40U);
  EXPECT_EQ(statistics.min, 1);
  EXPECT_EQ(statistics.median, 20.5);
  EXPECT_EQ(statistics.p95, 38);
  EXPECT_EQ(statistics.mean, 20.5);
}

TEST(Statistics, TheMeanIsMovedByAnOutlierAndTheMedianIsNot) {
  const Statistics statistics = summarize({1, 2, 3, 94});
  EXPECT_EQ(statistics.mean, 25);
  EXPECT_EQ(statistics.median, 2.5);
}

TEST(Statistics, NothingMeasuredIsZeroEverywhere) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(percentile({}, 0.5), 0);
  EXPECT_EQ(summarize({}).count, 0U);
  EXPECT_EQ(summarize({}).p95, 0);
}

}  // namespace
}  // namespace sobelcam::tool
