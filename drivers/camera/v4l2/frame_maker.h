// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "drivers/camera/v4l2/camera_buffers.h"
#include "drivers/camera/v4l2/capture_format.h"
#include "drivers/frame/frame_pool.h"

namespace sobelcam::v4l2 {

/// Turns filled buffers into frames: as they are, copied where the driver would be left with too few, or decoded.
///
/// Threads:  one thread at a time
class FrameMaker {
 public:
  enum class Way : std::uint8_t {
    kLeased,    ///< the buffer itself, which comes back when the lease ends
    kCopied,    ///< the buffer can be given back at once
    kDecoded,   ///< the buffer can be given back at once
    kBroken,    ///< no frame: the picture does not decode
    kNoMemory,  ///< no frame: every buffer of ours is still leased
  };
  struct Made {
    Way way = Way::kBroken;
    Frame frame;
  };

  FrameMaker(BufferProvider& memory, unsigned buffers);

  Made make(const std::shared_ptr<CameraBuffers>& buffers, const CaptureFormat& format, const FilledBuffer& filled,
            const FrameStamp& stamp);

 private:
  /// Counts how often the layout has changed.
  FrameStamp stamped(FrameStamp stamp, const FrameLayout& layout);
  Made copy(std::span<const std::byte> picture, const CaptureFormat& format, const FrameStamp& stamp);
  Made convert(std::span<const std::byte> picture, const CaptureFormat& format, const FrameStamp& stamp);
  Made decode(std::span<const std::byte> picture, const FrameStamp& stamp);

  FramePool pool_;
  std::optional<FrameLayout> last_layout_;
  std::uint32_t format_changes_ = 0;
};

}  // namespace sobelcam::v4l2
