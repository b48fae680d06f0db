// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/back_off.h"

#include <gtest/gtest.h>

#include <set>

namespace sobelcam {
namespace {

TEST(BackOffTest, DoublesUpToItsCapLessAFifthAtMost) {
  for (unsigned seed = 1; seed < 50; ++seed) {
    BackOff back_off(seed);
    for (const int longest : {250, 500, 1000, 1000, 1000}) {
      const auto wait = back_off.next().count();
      EXPECT_LE(wait, longest);
      EXPECT_GE(wait, longest * 4 / 5);
    }
  }
}

TEST(BackOffTest, BeginsAnewAfterASuccess) {
  BackOff back_off(1);
  back_off.next();
  back_off.next();
  back_off.reset();
  EXPECT_LE(back_off.next(), BackOff::kFirst);
}

TEST(BackOffTest, DoesNotWaitTheSameTimeEverywhere) {
  std::set<BackOff::Time> waits;
  for (unsigned seed = 1; seed < 20; ++seed) {
    waits.insert(BackOff(seed).next());
  }
  EXPECT_GT(waits.size(), 5U);
}

}  // namespace
}  // namespace sobelcam
