// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pacer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace sobelcam {
namespace {

using std::chrono::nanoseconds;
using std::chrono::seconds;

class PacerTest : public testing::Test {
 protected:
  void SetUp() override { pacer_.begin(start_); }

  const Pacer::Clock::time_point start_{seconds(1000)};
  Pacer pacer_{30.0};
};

TEST_F(PacerTest, HasNotBegunByItself) {
  EXPECT_FALSE(Pacer(30.0).begun());
  EXPECT_TRUE(pacer_.begun());
}

TEST_F(PacerTest, TheFirstFrameIsDueAtOnce) {
  EXPECT_EQ(pacer_.due(0), start_);
}

TEST_F(PacerTest, FramesAreDueAtTheirPartOfASecond) {
  EXPECT_EQ(pacer_.due(1), start_ + nanoseconds(33333333));
  EXPECT_EQ(pacer_.due(2), start_ + nanoseconds(66666667));
  EXPECT_EQ(pacer_.due(30), start_ + seconds(1));
}

TEST_F(PacerTest, DoesNotDriftInABillionFrames) {
  EXPECT_LE(std::chrono::abs(pacer_.due(1'000'000'000) - start_ - nanoseconds(33'333'333'333'333'333)),
            nanoseconds(10));
}

TEST_F(PacerTest, TheNewestDueFrameChangesExactlyWhenDue) {
  for (const std::uint64_t index : {1ULL, 2ULL, 29ULL, 12345ULL, 1'000'000'000ULL}) {
    EXPECT_EQ(pacer_.newest_due(pacer_.due(index)), index);
    EXPECT_EQ(pacer_.newest_due(pacer_.due(index) - nanoseconds(1)), index - 1);
  }
}

TEST_F(PacerTest, BeforeTheStartTheFirstFrameIsTheNewest) {
  EXPECT_EQ(pacer_.newest_due(start_ - seconds(5)), 0U);
  EXPECT_EQ(pacer_.newest_due(start_), 0U);
}

TEST_F(PacerTest, AgreesWithItselfAtEveryRate) {
  for (const double fps : {0.1, 1.0, 12.5, 23.976, 59.94, 1000.0}) {
    Pacer pacer(fps);
    pacer.begin(start_);
    for (std::uint64_t index = 1; index < 2000; ++index) {
      ASSERT_EQ(pacer.newest_due(pacer.due(index)), index) << fps;
    }
  }
}

TEST_F(PacerTest, TheSlowestRateDoesNotOverflowTheClock) {
  Pacer pacer(1e-300);
  pacer.begin(start_);
  EXPECT_EQ(pacer.due(0), start_);
  EXPECT_GT(pacer.due(1), start_ + std::chrono::hours(24 * 365));
  EXPECT_EQ(pacer.newest_due(start_ + seconds(10)), 0U);
}

TEST_F(PacerTest, RefusesWhatIsNoRate) {
  EXPECT_THROW(Pacer{0.0}, std::invalid_argument);
  EXPECT_THROW(Pacer{-1.0}, std::invalid_argument);
  EXPECT_THROW(Pacer{std::nan("")}, std::invalid_argument);
  EXPECT_THROW(Pacer{std::numeric_limits<double>::infinity()}, std::invalid_argument);
}

}  // namespace
}  // namespace sobelcam
