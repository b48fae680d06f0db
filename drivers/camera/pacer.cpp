// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pacer.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace sobelcam {
namespace {

/// A century: keeps the arithmetic of the clock's 64-bit nanoseconds far from its end at the slowest of rates.
constexpr double kLatestSeconds = 3.2e9;

}  // namespace

Pacer::Pacer(double fps) : fps_(fps) {
  if (!(fps > 0) || !std::isfinite(fps)) {
    throw std::invalid_argument("frame rate " + std::to_string(fps) + ": a number above 0 is needed");
  }
}

void Pacer::begin(Clock::time_point now) {
  start_ = now;
  begun_ = true;
}

Pacer::Clock::time_point Pacer::due(std::uint64_t index) const {
  const std::chrono::duration<double> after_start(std::min(static_cast<double>(index) / fps_, kLatestSeconds));
  return start_ + std::chrono::round<Clock::duration>(after_start);
}

std::uint64_t Pacer::newest_due(Clock::time_point now) const {
  if (now <= start_) {
    return 0;
  }
  auto index = static_cast<std::uint64_t>(std::chrono::duration<double>(now - start_).count() * fps_);
  // The product is rounded, due() is the rule.
  while (due(index + 1) <= now) {
    ++index;
  }
  while (index > 0 && due(index) > now) {
    --index;
  }
  return index;
}

}  // namespace sobelcam
