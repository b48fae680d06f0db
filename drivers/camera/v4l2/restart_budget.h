// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace sobelcam::v4l2 {

/// How often a stream may fail and be started anew before its device is closed: failures are first passed over, then
/// answered with restarts, each after a longer pause.
class RestartBudget {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Answer : std::uint8_t { kPassOver, kRestart, kEnd };
  struct Decision {
    Answer answer = Answer::kEnd;
    std::chrono::milliseconds pause{0};
  };

  /// `passing`: the failure may be a single one, which the next frame disproves.
  Decision failed(Clock::time_point now, bool passing);
  void frame_came() { in_a_row_ = 0; }

 private:
  unsigned in_a_row_ = 0;
  unsigned restarts_ = 0;
  Clock::time_point last_restart_{};
};

}  // namespace sobelcam::v4l2
