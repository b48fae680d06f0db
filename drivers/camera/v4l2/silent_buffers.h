// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "drivers/camera/camera_options.h"

namespace sobelcam::v4l2 {

/// The kinds of buffers that no picture came into, though another kind got pictures of the same camera: kept from one
/// opening to the next, so that a camera that comes back is not waited for in vain first.
///
/// Threads:  one thread at a time
class SilentBuffers {
 public:
  using Clock = std::chrono::steady_clock;

  void remember(const std::string& camera, CameraIo io, Clock::time_point now) { seen_[{camera, io}] = now; }

  /// For an hour: the silence may have been the camera's and not the buffers'.
  bool known(const std::string& camera, CameraIo io, Clock::time_point now) const {
    constexpr std::chrono::hours kBelieved{1};
    const auto found = seen_.find({camera, io});
    return found != seen_.end() && now - found->second < kBelieved;
  }

 private:
  std::map<std::pair<std::string, CameraIo>, Clock::time_point> seen_;
};

}  // namespace sobelcam::v4l2
