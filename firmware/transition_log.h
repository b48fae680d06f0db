// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace sobelcam {

/// Decides what of a source's comings and goings is worth a line of the log: each change once, and where a source comes
/// and goes all day, two lines a minute after the first hundred.
///
/// Threads:  one at a time
class TransitionLog {
 public:
  using Clock = std::chrono::steady_clock;

  static constexpr double kBurst = 100;
  static constexpr std::chrono::seconds kPerLine{30};

  /// True where this state is to be said: it has not been yet. Ask again while it lasts.
  bool is_news(const std::string& state, Clock::time_point now);

 private:
  std::string state_;
  bool said_ = true;
  double lines_left_ = kBurst;
  Clock::time_point refilled_at_{};
};

}  // namespace sobelcam
