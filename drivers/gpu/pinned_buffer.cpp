// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/pinned_buffer.h"

namespace sobelcam::gpu {
namespace {

Owned<void*, &CudaApi::cuMemFreeHost> allocate_pinned(const Device& device, std::size_t bytes) {
  const CurrentContext current(*device.context());
  void* data = nullptr;
  check(device.api(), "cuMemHostAlloc",
        device.api().cuMemHostAlloc(&data, bytes, kMemHostAllocPortable | kMemHostAllocDeviceMap),
        std::to_string(bytes) + " bytes of pinned memory");
  device.context()->counters().add_pinned_allocation();
  return {device.context(), data};
}

}  // namespace

PinnedBuffer::PinnedBuffer(const Device& device, std::size_t bytes)
    : bytes_(bytes), handle_(allocate_pinned(device, bytes)), address_(mapped_address(device, handle_.get())) {}

CUdeviceptr mapped_address(const Device& device, const void* data) {
  const CurrentContext current(*device.context());
  CUdeviceptr address = 0;
  check(device.api(), "cuMemHostGetDevicePointer_v2",
        device.api().cuMemHostGetDevicePointer_v2(&address, const_cast<void*>(data), 0),
        "the GPU's address of a piece of host memory");
  return address;
}

}  // namespace sobelcam::gpu
