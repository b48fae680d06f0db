// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/capture_format.h"

namespace sobelcam::v4l2 {

/// What a stream has sent lately, and from when on that is too little: silence and broken pictures are told apart.
class FrameWatch {
 public:
  using Clock = std::chrono::steady_clock;
  /// The counter of skipped frames that says why one is broken.
  using Cause = std::uint64_t CameraCounters::*;

  enum class Finding : std::uint8_t {
    kNothing,
    kBroken,         ///< for a second only broken pictures have come, and one more just now; said once a second
    kBrokenForLong,  ///< for as long as a first picture may take; said again only after a new start of the stream
    kSilent,         ///< nothing at all came for as long as is allowed
  };

  FrameWatch(std::chrono::milliseconds first, std::chrono::milliseconds steady) : first_(first), steady_(steady) {}

  void stream_began(Clock::time_point now);
  void good_came(Clock::time_point now);
  void broken_came(Cause cause, Clock::time_point now);

  Finding look(Clock::time_point now);
  /// When the silence becomes too long.
  Clock::time_point silent_at() const { return heard_at_ + patience(); }
  std::chrono::milliseconds patience() const { return had_a_frame_ ? steady_ : first_; }
  /// Since the stream began.
  bool had_a_frame() const { return had_a_frame_; }
  std::uint64_t broken_in_a_row() const { return broken_in_a_row_; }
  /// What is wrong with the pictures since the last good one, such as "cut short, empty"; empty where none is.
  std::string causes() const;

 private:
  const std::chrono::milliseconds first_;
  const std::chrono::milliseconds steady_;
  bool had_a_frame_ = false;
  Clock::time_point heard_at_{};                  ///< the last buffer, good or not, or the start of the stream
  std::optional<Clock::time_point> broken_from_;  ///< none while the last picture is a good one
  Clock::time_point tell_at_{};
  bool news_ = false;  ///< a broken one came since the last look
  std::uint64_t broken_in_a_row_ = 0;
  CameraCounters broken_;  ///< since the last good one
};

/// Errors:   not for kGood
FrameWatch::Cause cause_of(Verdict verdict);

}  // namespace sobelcam::v4l2
