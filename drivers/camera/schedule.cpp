// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <thread>

namespace sobelcam {

Schedule::Schedule(double fps, Delivery delivery, bool paced)
    : fps_(fps), pacer_(fps), delivery_(delivery), paced_(paced) {}

std::optional<std::uint64_t> Schedule::wait_for(std::uint64_t next, Clock::time_point deadline) {
  if (!paced_) {
    return next;
  }
  const auto now = Clock::now();
  if (!pacer_.begun()) {
    pacer_.begin(now);
    return next;
  }
  const auto due = pacer_.due(next);
  if (due > std::max(now, deadline)) {
    std::this_thread::sleep_until(deadline);
    return std::nullopt;
  }
  std::this_thread::sleep_until(due);
  return delivery_ == Delivery::kEvery ? next : std::max(next, pacer_.newest_due(Clock::now()));
}

std::string Schedule::description() const {
  if (!paced_) {
    return "as fast as asked for";
  }
  std::array<char, 64> digits{};
  const auto written = std::to_chars(digits.begin(), digits.end(), fps_);
  return "at " + std::string(digits.begin(), written.ptr) + " fps";
}

}  // namespace sobelcam
