// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/transition_log.h"

#include <gtest/gtest.h>

namespace sobelcam {
namespace {

class TransitionLogTest : public testing::Test {
 protected:
  TransitionLog log_;
  TransitionLog::Clock::time_point now_ = TransitionLog::Clock::now();
};

TEST_F(TransitionLogTest, SaysEachChangeOnceHoweverLongItLasts) {
  EXPECT_TRUE(log_.is_news("unplugged", now_));
  EXPECT_FALSE(log_.is_news("unplugged", now_));
  EXPECT_FALSE(log_.is_news("unplugged", now_ + std::chrono::hours(5)));
  EXPECT_TRUE(log_.is_news("reading", now_));
  EXPECT_TRUE(log_.is_news("unplugged", now_));
}

TEST_F(TransitionLogTest, ASourceThatComesAndGoesAllDayDoesNotFloodTheLog) {
  int lines = 0;
  constexpr int kSeconds = 3600;
  for (int second = 0; second < kSeconds; ++second) {
    now_ += std::chrono::seconds(1);
    lines += log_.is_news(second % 2 == 0 ? "unplugged" : "reading", now_) ? 1 : 0;
  }
  EXPECT_GE(lines, 200);
  EXPECT_LE(lines, 221);
}

TEST_F(TransitionLogTest, WhatWasNotSaidForTooManyLinesIsSaidLaterWhileItLasts) {
  for (int i = 0; i < 150; ++i) {
    log_.is_news(std::to_string(i), now_);
  }
  EXPECT_FALSE(log_.is_news("unplugged", now_));
  EXPECT_TRUE(log_.is_news("unplugged", now_ + TransitionLog::kPerLine));
  EXPECT_FALSE(log_.is_news("unplugged", now_ + 2 * TransitionLog::kPerLine));
}

}  // namespace
}  // namespace sobelcam
