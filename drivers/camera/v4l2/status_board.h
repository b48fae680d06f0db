// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam::v4l2 {

/// The status of a camera, written by the thread that reads it.
///
/// Threads:  any
class StatusBoard {
 public:
  CameraStatus status() const {
    const std::lock_guard lock(mutex_);
    return status_;
  }

  void publish(const CameraFacts& facts) {
    auto copy = std::make_shared<const CameraFacts>(facts);
    const std::lock_guard lock(mutex_);
    status_.facts = std::move(copy);
  }

  /// `change` is given the counters.
  template <typename Change>
  void count(Change change) {
    const std::lock_guard lock(mutex_);
    change(status_.counters);
  }

 private:
  mutable std::mutex mutex_;
  CameraStatus status_;
};

}  // namespace sobelcam::v4l2
