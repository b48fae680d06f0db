// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "drivers/camera/pacer.h"
#include "drivers/frame/frame_source.h"

namespace sobelcam {

/// Which picture of a source with a fixed rate its consumer gets next, and when.
///
/// Threads:  one thread at a time
class Schedule {
 public:
  using Clock = Pacer::Clock;

  Schedule(double fps, Delivery delivery, bool paced);

  /// Waits until a picture is due and returns its index, which is `next` or, for Delivery::kNewest, perhaps a
  /// later one; nothing where none is due before the deadline. The clock starts with the first call.
  std::optional<std::uint64_t> wait_for(std::uint64_t next, Clock::time_point deadline);

  bool paced() const { return paced_; }
  /// "at 12.5 fps", or that there is no pace.
  std::string description() const;

 private:
  double fps_;
  Pacer pacer_;
  Delivery delivery_;
  bool paced_;
};

}  // namespace sobelcam
