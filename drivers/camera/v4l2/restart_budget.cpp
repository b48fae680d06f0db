// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/restart_budget.h"

namespace sobelcam::v4l2 {

RestartBudget::Decision RestartBudget::failed(Clock::time_point now, bool passing) {
  using std::chrono::milliseconds;
  constexpr unsigned kPassedOver = 2;
  constexpr unsigned kMostRestarts = 3;
  constexpr milliseconds kShortPause{10};
  constexpr milliseconds kFirstPause{100};
  constexpr std::chrono::seconds kForgotten{10};
  ++in_a_row_;
  if (passing && in_a_row_ <= kPassedOver) {
    return {Answer::kPassOver, kShortPause};
  }
  if (now - last_restart_ > kForgotten) {
    restarts_ = 0;
  }
  if (restarts_ == kMostRestarts) {
    return {Answer::kEnd, milliseconds(0)};
  }
  last_restart_ = now;
  const milliseconds pause = kFirstPause * (1U << restarts_);
  ++restarts_;
  return {Answer::kRestart, pause};
}

}  // namespace sobelcam::v4l2
