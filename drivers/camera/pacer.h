// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace sobelcam {

/// When the frames of a source with a fixed rate are due: frame i at start + i / fps, without drift.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// The clock starts with the first call of begin().
  explicit Pacer(double fps);

  void begin(Clock::time_point now);
  bool begun() const { return begun_; }

  Clock::time_point due(std::uint64_t index) const;
  /// The last frame that is due at `now`; begin() came before.
  std::uint64_t newest_due(Clock::time_point now) const;

 private:
  double fps_;
  bool begun_ = false;
  Clock::time_point start_;
};

}  // namespace sobelcam
