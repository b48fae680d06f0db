// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/samples.h"

#include <gtest/gtest.h>

namespace sobelcam {
namespace {

class SamplesTest : public testing::Test {
 protected:
  void add(int first, int last) {
    for (int i = first; i <= last; ++i) {
      samples_.add(Microseconds(i));
    }
  }
  RecentSamples samples_;
};

TEST_F(SamplesTest, AreZeroWhenThereAreNone) {
  EXPECT_EQ(samples_.distribution().count, 0U);
  EXPECT_EQ(samples_.distribution().p99, 0.0);
}

TEST_F(SamplesTest, OneSampleIsEveryPercentile) {
  add(7, 7);
  EXPECT_EQ(samples_.distribution().p50, 7.0);
  EXPECT_EQ(samples_.distribution().p99, 7.0);
  EXPECT_EQ(samples_.distribution().last, 7.0);
  EXPECT_EQ(samples_.distribution().max, 7.0);
}

TEST_F(SamplesTest, PercentilesAreOfTheNearestRank) {
  add(1, 100);
  EXPECT_EQ(samples_.distribution().p50, 50.0);
  EXPECT_EQ(samples_.distribution().p95, 95.0);
  EXPECT_EQ(samples_.distribution().p99, 99.0);
}

TEST_F(SamplesTest, PercentilesForgetAndCountAndMaxRemember) {
  samples_.add(Microseconds(5000));
  add(1, 1024);
  const Distribution d = samples_.distribution();
  EXPECT_EQ(d.count, 1025U);
  EXPECT_EQ(d.max, 5000.0);
  EXPECT_EQ(d.p99, 1014.0);
}

}  // namespace
}  // namespace sobelcam
