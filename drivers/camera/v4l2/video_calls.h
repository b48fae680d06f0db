// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sobelcam::v4l2 {

/// What the system is asked about cameras, and its clock: the seam behind which tests put a scripted camera.
///
/// Threads:  any
/// Errors:   a negative errno as the result; EINTR never comes out
class VideoCalls {
 public:
  using Clock = std::chrono::steady_clock;

  /// Where a buffer of the driver was mapped.
  struct Mapping {
    std::byte* data = nullptr;
    int error = 0;  ///< 0 or a negative errno
  };

  /// What poll() said of one descriptor.
  struct Readiness {
    int result = 0;  ///< 0 at the time-out, 1, or a negative errno
    short events = 0;
  };

  virtual ~VideoCalls() = default;

  /// For reading and writing, non-blocking; a descriptor or a negative errno.
  virtual int open(const std::string& path) = 0;
  virtual int close(int descriptor) = 0;
  virtual int ioctl(int descriptor, unsigned long request, void* argument) = 0;
  virtual Mapping map(int descriptor, std::size_t bytes, std::int64_t offset) = 0;
  virtual int unmap(std::byte* data, std::size_t bytes) = 0;
  /// Waits for frames and events (POLLIN, POLLPRI, and errors, which always come).
  virtual Readiness poll(int descriptor, std::chrono::milliseconds timeout) = 0;

  /// /dev/video*, by number.
  virtual std::vector<std::string> nodes() = 0;
  /// The node that a by-id or by-path link leads to now; the path itself where it is no link.
  virtual std::string resolve(const std::string& path) = 0;
  /// Who holds a node, such as "cheese (pid 4711)"; empty where that cannot be seen.
  virtual std::string holder(const std::string& node) = 0;

  virtual Clock::time_point now() = 0;
  virtual void wait_until(Clock::time_point until) = 0;
};

/// The system itself; lives as long as the program.
VideoCalls& system_video_calls();

}  // namespace sobelcam::v4l2
