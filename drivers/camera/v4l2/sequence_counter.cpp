// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/sequence_counter.h"

namespace sobelcam::v4l2 {

SequenceCounter::Number SequenceCounter::next(std::uint32_t of_driver) {
  // More than a camera could lose before it counts as stalled: the driver has begun to count from elsewhere.
  constexpr std::int32_t kMostLost = 1 << 16;
  std::uint64_t lost = 0;
  if (last_of_driver_) {
    // Signed: some drivers number two frames alike, or step back.
    const auto step = static_cast<std::int32_t>(of_driver - *last_of_driver_);
    lost = step > 1 && step <= kMostLost ? static_cast<std::uint64_t>(step) - 1 : 0;
  }
  last_of_driver_ = of_driver;
  const std::uint64_t sequence = next_ + lost;
  next_ = sequence + 1;
  return {sequence, lost};
}

}  // namespace sobelcam::v4l2
