// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "drivers/camera/v4l2/camera_modes.h"
#include "drivers/camera/v4l2/fault_table.h"
#include "drivers/camera/v4l2/video_device.h"

namespace sobelcam::v4l2 {

/// Who gives the memory that the driver writes frames to.
enum class Memory : std::uint8_t { kMmap, kUserptr };

/// The format that the driver is set to, in V4L2's numbers, for both kinds of API.
struct DriverFormat {
  std::uint32_t fourcc = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t field = 0;
  std::uint32_t colorspace = 0;
  std::uint32_t quantization = 0;
  std::uint32_t planes = 1;  ///< pieces of memory that a frame is spread over
  std::uint32_t bytes_per_line = 0;
  std::uint32_t size_image = 0;

  bool operator==(const DriverFormat&) const = default;
};

/// One frame as the driver returns it.
struct FilledBuffer {
  unsigned index = 0;
  std::size_t offset = 0;      ///< where the picture begins in the buffer
  std::size_t bytes_used = 0;  ///< from there
  std::size_t length = 0;      ///< of the buffer, from its beginning
  std::uint32_t flags = 0;
  std::uint32_t field = 0;
  std::uint32_t sequence = 0;
  std::chrono::nanoseconds taken_at{};
};

/// The calls of capturing, the same for the single-planar and the multi-planar API.
///
/// Threads:  queue() from any thread
/// Lifetime: copies share the device, which closes with the last of them
/// Errors:   a positive errno, or 0
class CaptureQueue {
 public:
  CaptureQueue(std::shared_ptr<const VideoDevice> device, bool multi_planar);

  const VideoDevice& device() const { return *device_; }
  const std::shared_ptr<const VideoDevice>& shared_device() const { return device_; }
  bool multi_planar() const { return multi_planar_; }
  /// V4L2's name for what is queued.
  std::uint32_t type() const;

  int get_format(DriverFormat& format) const;
  /// Asks for fourcc, width and height, progressive; the answer says what it became.
  int set_format(DriverFormat& format) const;
  /// The driver's answer; 0/0 where it names no rate.
  int set_interval(FrameInterval& interval) const;

  /// Asks for buffers (0 frees them); the answer says how many there are.
  int request(Memory memory, unsigned& count) const;
  struct Place {
    std::int64_t offset = 0;
    std::size_t length = 0;
  };
  int place_of(unsigned index, Place& place) const;
  int queue_mapped(unsigned index) const;
  int queue_user(unsigned index, std::byte* data, std::size_t bytes) const;
  int dequeue(Memory memory, FilledBuffer& filled) const;
  int stream_on() const;
  int stream_off() const;

 private:
  std::shared_ptr<const VideoDevice> device_;
  bool multi_planar_;
};

}  // namespace sobelcam::v4l2
