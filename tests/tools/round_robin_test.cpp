// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/round_robin.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace sobelcam::tool {
namespace {

class RoundRobin : public testing::Test {
 protected:
  /// A contender that writes down its turns and the numbers of its frames.
  void add(char name) {
    contenders_.push_back({[this, name] { turns_ += name; },
                           [this](std::size_t number) {
                             numbers_.push_back(number);
                             std::this_thread::sleep_for(std::chrono::microseconds(200));
                           },
                           {},
                           0});
  }

  std::vector<Contender> contenders_;
  std::string turns_;
  std::vector<std::size_t> numbers_;
};

TEST_F(RoundRobin, WarmsEverybodyUpAndThenTurnsBackEveryOtherRound) {
  add('a');
  add('b');
  time_round_robin(contenders_, {0.01, 0});
  EXPECT_EQ(turns_, "ababbaabbaab");
}

TEST_F(RoundRobin, TimesThirtyFramesAtLeast) {
  add('a');
  time_round_robin(contenders_, {0.001, 0});
  EXPECT_GE(contenders_[0].frame_ms.size(), 30U);
}

TEST_F(RoundRobin, GoesOnForTheSecondsOfTheBudget) {
  add('a');
  time_round_robin(contenders_, {0.1, 0});
  double total_ms = 0;
  for (const double ms : contenders_[0].frame_ms) {
    EXPECT_GE(ms, 0.2);
    total_ms += ms;
  }
  EXPECT_GE(total_ms, 90);
}

TEST_F(RoundRobin, TimesExactlyAsManyFramesAsAreAskedFor) {
  for (const std::size_t runs : {1U, 4U, 13U}) {
    contenders_.clear();
    add('a');
    time_round_robin(contenders_, {0.001, runs});
    EXPECT_EQ(contenders_[0].frame_ms.size(), runs);
  }
}

TEST_F(RoundRobin, CountsTheFramesUpWithoutAGap) {
  add('a');
  time_round_robin(contenders_, {0.01, 0});
  ASSERT_GE(numbers_.size(), 35U);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    ASSERT_EQ(numbers_[i], i);
  }
}

}  // namespace
}  // namespace sobelcam::tool
