// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace sobelcam::v4l2 {

/// When frames were taken: the driver's time where it can be believed, else the time of arrival; never goes back.
class FrameClock {
 public:
  using Clock = std::chrono::steady_clock;

  struct Time {
    Clock::time_point at;
    bool trusted = false;  ///< the driver's
  };

  /// `taken_at` and `flags` are the driver's, of one buffer. Believed are times of the monotonic clock after those of
  /// the frame before, neither in the future nor older than a few seconds.
  Time next(std::chrono::nanoseconds taken_at, std::uint32_t flags, Clock::time_point now);

 private:
  Clock::time_point last_{};
};

}  // namespace sobelcam::v4l2
