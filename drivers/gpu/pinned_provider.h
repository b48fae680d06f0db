// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/frame/buffer_provider.h"
#include "drivers/gpu/pinned_buffer.h"

namespace sobelcam::gpu {

/// Frames, planes and edges in memory that the GPU reads and writes where it lies; mapped_address() says where it sees
/// them.
///
/// Shapes:   aligned to a page; MemoryKind::kPinnedMapped
/// Threads:  any
/// Lifetime: its buffers may outlive it and the device
/// Errors:   Error, which names the size
class PinnedProvider final : public BufferProvider {
 public:
  /// The device must outlive the provider.
  explicit PinnedProvider(const Device& device) : device_(device) {}

  Buffer allocate(std::size_t bytes) override;

 private:
  const Device& device_;
};

}  // namespace sobelcam::gpu
