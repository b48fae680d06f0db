// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/device_buffer.h"

namespace sobelcam::gpu {
namespace {

Owned<CUdeviceptr, &CudaApi::cuMemFree_v2> allocate(const Device& device, std::size_t bytes) {
  const CurrentContext current(*device.context());
  CUdeviceptr address = 0;
  check(device.api(), "cuMemAlloc_v2", device.api().cuMemAlloc_v2(&address, bytes),
        std::to_string(bytes) + " bytes of device memory");
  device.context()->counters().add_device_allocation();
  return {device.context(), address};
}

}  // namespace

DeviceBuffer::DeviceBuffer(const Device& device, std::size_t bytes) : bytes_(bytes), handle_(allocate(device, bytes)) {}

}  // namespace sobelcam::gpu
