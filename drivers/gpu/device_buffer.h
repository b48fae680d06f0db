// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

/// Memory of the device, aligned to 256 bytes; the CPU cannot read it.
///
/// Threads:  any
/// Lifetime: the work that uses it must be done before it ends
/// Errors:   Error, which names the size
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  DeviceBuffer(const Device& device, std::size_t bytes);

  CUdeviceptr address() const { return handle_.get(); }
  std::size_t bytes() const { return address() != 0 ? bytes_ : 0; }

 private:
  std::size_t bytes_ = 0;
  Owned<CUdeviceptr, &CudaApi::cuMemFree_v2> handle_;
};

}  // namespace sobelcam::gpu
