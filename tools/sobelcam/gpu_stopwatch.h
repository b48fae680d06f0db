// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "drivers/gpu/event.h"
#include "drivers/gpu/module.h"
#include "drivers/gpu/stream.h"

namespace sobelcam::tool {

/// Times work on the GPU alone. The stream is held back while the work is queued, so that the CPU's calls take no part.
///
/// Threads:  one at a time, with the device current
/// Lifetime: the device must outlive it
/// Errors:   gpu::Error
class GpuStopwatch {
 public:
  explicit GpuStopwatch(const gpu::Device& device);

  /// How long what `queue` puts into the stream takes; it makes about `calls` calls of the driver.
  double time_us(unsigned calls, const std::function<void(const gpu::Stream& stream)>& queue);

  const gpu::Stream& stream() const { return stream_; }

 private:
  gpu::Stream stream_;
  gpu::Event start_;
  gpu::Event end_;
  gpu::Function hold_back_;
};

}  // namespace sobelcam::tool
