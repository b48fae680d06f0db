// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

/// Memory of the host that cannot be swapped out, for the CPU and, at an address of its own, for the GPU; zero-copy on
/// an integrated GPU, and the fast end of a copy on others.
///
/// Shapes:   aligned to a page
/// Threads:  any; what the GPU writes is for the CPU to read once the stream or event behind it is done
/// Lifetime: the work that uses it must be done before it ends
/// Errors:   Error, which names the size
class PinnedBuffer {
 public:
  PinnedBuffer() = default;
  PinnedBuffer(const Device& device, std::size_t bytes);

  std::byte* data() const { return static_cast<std::byte*>(handle_.get()); }
  CUdeviceptr address() const { return data() != nullptr ? address_ : 0; }
  std::size_t bytes() const { return data() != nullptr ? bytes_ : 0; }

 private:
  std::size_t bytes_ = 0;
  Owned<void*, &CudaApi::cuMemFreeHost> handle_;
  CUdeviceptr address_ = 0;
};

/// Where the GPU finds memory that came from a PinnedBuffer or a HostRegistration, also within it.
/// Errors:   Error for any other memory, so that a kernel is never given an address that only the CPU has
CUdeviceptr mapped_address(const Device& device, const void* data);

}  // namespace sobelcam::gpu
