// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

/// Makes a mapping of somebody else (a camera driver's, say) readable for the GPU while it lives.
///
/// Shapes:   whole pages
/// Threads:  any
/// Lifetime: ends before the mapping does
/// Errors:   Error, and expect it: many mappings and some devices cannot do it (DeviceProperties says which device)
class HostRegistration {
 public:
  HostRegistration() = default;
  HostRegistration(const Device& device, std::span<std::byte> pages);

  CUdeviceptr address() const { return handle_.get() != nullptr ? address_ : 0; }

 private:
  Owned<void*, &CudaApi::cuMemHostUnregister> handle_;
  CUdeviceptr address_ = 0;
};

}  // namespace sobelcam::gpu
