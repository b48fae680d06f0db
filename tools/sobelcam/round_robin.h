// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sobelcam::tool {

/// One of the things that are timed against each other.
struct Contender {
  std::function<void()> prepare;                    ///< before each of its turns, not timed
  std::function<void(std::size_t number)> process;  ///< one frame; numbers count up from 0
  std::vector<double> frame_ms;                     ///< what was measured
  std::size_t next_number = 0;
};

/// How long each contender is timed: these seconds, but 30 frames at least; where runs is not 0, that many frames.
struct TimingBudget {
  double seconds = 1;
  std::size_t runs = 0;
};

inline constexpr std::size_t kTimingRounds = 5;

/// Times the contenders turn by turn in five rounds, so that a machine that is slow for a second is slow for all of
/// them.
///
/// First everybody is warmed up for five frames and 0.2 s (or the budget's seconds, where they are fewer). Each turn
/// begins with 10 ms of frames that are not timed; every other round runs backwards, so that nobody always follows the
/// same one.
void time_round_robin(std::span<Contender> contenders, const TimingBudget& budget);

}  // namespace sobelcam::tool
