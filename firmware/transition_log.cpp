// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/transition_log.h"

#include <algorithm>

namespace sobelcam {

bool TransitionLog::is_news(const std::string& state, Clock::time_point now) {
  if (state != state_) {
    state_ = state;
    said_ = false;
  }
  if (said_) {
    return false;
  }
  const std::chrono::duration<double> passed = now - refilled_at_;
  lines_left_ = std::min(kBurst, lines_left_ + passed / std::chrono::duration<double>(kPerLine));
  refilled_at_ = now;
  said_ = lines_left_ >= 1;
  lines_left_ -= said_ ? 1 : 0;
  return said_;
}

}  // namespace sobelcam
