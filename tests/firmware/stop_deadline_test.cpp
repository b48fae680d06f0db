// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/stop_deadline.h"

#include <gtest/gtest.h>

#include <thread>

namespace sobelcam {
namespace {

TEST(StopDeadline, EndsAProgramThatADriverHoldsUp) {
  EXPECT_EXIT(
      {
        end_within(std::chrono::milliseconds(50));
        std::this_thread::sleep_for(std::chrono::seconds(30));
        std::this_thread::sleep_for(std::chrono::seconds(30));
      },
      testing::ExitedWithCode(0), "does not return");
}

}  // namespace
}  // namespace sobelcam
