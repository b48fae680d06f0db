// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace sobelcam::v4l2 {

/// Turns a driver's 32-bit frame numbers, which wrap and begin anew, into ones that only grow.
class SequenceCounter {
 public:
  struct Number {
    std::uint64_t sequence = 0;
    std::uint64_t lost = 0;  ///< frames that the driver counted and did not deliver, right before this one
  };

  Number next(std::uint32_t of_driver);
  /// The driver counts from anew.
  void stream_restarted() { last_of_driver_.reset(); }

 private:
  std::optional<std::uint32_t> last_of_driver_;
  std::uint64_t next_ = 0;
};

}  // namespace sobelcam::v4l2
