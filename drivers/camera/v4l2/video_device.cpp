// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/video_device.h"

#include <utility>

namespace sobelcam::v4l2 {

std::variant<VideoDevice, Failure> VideoDevice::open(VideoCalls& calls, const std::string& path) {
  const std::string node = calls.resolve(path);
  const int descriptor = calls.open(node);
  if (descriptor < 0) {
    return Failure{Call::kOpen, -descriptor};
  }
  return VideoDevice(calls, descriptor, node);
}

VideoDevice::VideoDevice(VideoCalls& calls, int descriptor, std::string node)
    : calls_(&calls), descriptor_(descriptor), node_(std::move(node)) {}

VideoDevice::VideoDevice(VideoDevice&& other) noexcept
    : calls_(other.calls_), descriptor_(std::exchange(other.descriptor_, -1)), node_(std::move(other.node_)) {}

VideoDevice::~VideoDevice() {
  if (descriptor_ >= 0) {
    calls_->close(descriptor_);
  }
}

int VideoDevice::call(unsigned long request, void* argument) const {
  const int result = calls_->ioctl(descriptor_, request, argument);
  return result < 0 ? -result : 0;
}

}  // namespace sobelcam::v4l2
