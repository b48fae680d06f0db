// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_clock.h"

#include <linux/videodev2.h>

#include <algorithm>

namespace sobelcam::v4l2 {

FrameClock::Time FrameClock::next(std::chrono::nanoseconds taken_at, std::uint32_t flags, Clock::time_point now) {
  constexpr std::chrono::seconds kOldest{5};
  const Clock::time_point taken{std::chrono::duration_cast<Clock::duration>(taken_at)};
  const bool monotonic = (flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  const bool trusted = monotonic && taken > last_ && taken <= now && taken >= now - kOldest;
  last_ = trusted ? taken : std::max(now, last_ + Clock::duration(1));
  return {last_, trusted};
}

}  // namespace sobelcam::v4l2
