// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/fault_table.h"
#include "drivers/camera/v4l2/video_calls.h"

namespace sobelcam::v4l2 {

/// An open node of a camera.
///
/// Threads:  call() from any thread
/// Errors:   a positive errno as the result of a call, 0 where it succeeded
class VideoDevice {
 public:
  /// `path` may be a link; it is followed now.
  static std::variant<VideoDevice, Failure> open(VideoCalls& calls, const std::string& path);

  VideoDevice(VideoDevice&& other) noexcept;
  VideoDevice& operator=(VideoDevice&&) = delete;
  ~VideoDevice();

  template <typename Argument>
  int call(unsigned long request, Argument& argument) const {
    return call(request, static_cast<void*>(&argument));
  }
  int call(unsigned long request, void* argument) const;

  VideoCalls& calls() const { return *calls_; }
  int descriptor() const { return descriptor_; }
  const std::string& node() const { return node_; }

 private:
  VideoDevice(VideoCalls& calls, int descriptor, std::string node);

  VideoCalls* calls_;
  int descriptor_;
  std::string node_;
};

}  // namespace sobelcam::v4l2
