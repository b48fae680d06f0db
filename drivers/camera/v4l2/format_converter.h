// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/capture_queue.h"
#include "drivers/camera/v4l2/video_device.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam::v4l2 {

/// The last resort for cameras none of whose formats is decoded here: libv4lconvert, which knows those of old webcams,
/// loaded when it is needed. It chooses the format and makes RGB24 of it, packed.
///
/// Threads:  one thread at a time
/// Lifetime: holds the device
/// Errors:   words
class FormatConverter {
 public:
  static std::variant<std::shared_ptr<FormatConverter>, std::string> create(std::shared_ptr<const VideoDevice> device,
                                                                            const FrameSize& wanted);
  virtual ~FormatConverter() = default;

  /// What the camera is to be set to.
  virtual std::uint32_t fourcc() const = 0;
  virtual FrameSize size() const = 0;

  /// False where the frame is broken.
  virtual bool convert(const DriverFormat& from, std::span<const std::byte> picture, MutableFrameView target) = 0;
};

}  // namespace sobelcam::v4l2
