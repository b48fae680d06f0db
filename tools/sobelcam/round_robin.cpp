// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/round_robin.h"

#include <algorithm>
#include <chrono>

namespace sobelcam::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kFewestFrames = 30;
constexpr std::size_t kWarmUpFrames = 5;
constexpr double kWarmUpSeconds = 0.2;
// Idle threads of the contender before may spin for a while.
constexpr double kSettleSeconds = 0.01;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void process_untimed(Contender& contender, std::size_t fewest, double seconds) {
  contender.prepare();
  const auto start = Clock::now();
  for (std::size_t frame = 0; frame < fewest || seconds_since(start) < seconds; ++frame) {
    contender.process(contender.next_number++);
  }
}

void take_turn(Contender& contender, std::size_t fewest, double seconds) {
  process_untimed(contender, 1, kSettleSeconds);
  const auto start = Clock::now();
  for (std::size_t frame = 0; frame < fewest || seconds_since(start) < seconds; ++frame) {
    const auto before = Clock::now();
    contender.process(contender.next_number++);
    contender.frame_ms.push_back(1e3 * seconds_since(before));
  }
}

}  // namespace

void time_round_robin(std::span<Contender> contenders, const TimingBudget& budget) {
  const bool counted = budget.runs > 0;
  const std::size_t frames = counted ? budget.runs : kFewestFrames;
  for (Contender& contender : contenders) {
    process_untimed(contender, kWarmUpFrames, std::min(kWarmUpSeconds, budget.seconds));
  }
  for (std::size_t round = 0; round < kTimingRounds; ++round) {
    const std::size_t share = frames * (round + 1) / kTimingRounds - frames * round / kTimingRounds;
    for (std::size_t turn = 0; turn < contenders.size() && share > 0; ++turn) {
      const std::size_t index = round % 2 == 0 ? turn : contenders.size() - 1 - turn;
      take_turn(contenders[index], share, counted ? 0 : budget.seconds / static_cast<double>(kTimingRounds));
    }
  }
}

}  // namespace sobelcam::tool
