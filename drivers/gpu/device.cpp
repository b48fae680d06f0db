// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/device.h"

#include <algorithm>
#include <array>

namespace sobelcam::gpu {
namespace {

CUdevice device_handle(const CudaApi& api, int ordinal) {
  CUdevice device = 0;
  check(api, "cuDeviceGet", api.cuDeviceGet(&device, ordinal), "device " + std::to_string(ordinal));
  return device;
}

int attribute(const CudaApi& api, CUdevice device, CUdeviceAttribute which) {
  int value = 0;
  check(api, "cuDeviceGetAttribute", api.cuDeviceGetAttribute(&value, which, device));
  return value;
}

/// Some drivers do not tell everything, and nothing depends on it.
int attribute_or_zero(const CudaApi& api, CUdevice device, CUdeviceAttribute which) {
  int value = 0;
  return api.cuDeviceGetAttribute(&value, which, device) == CUresult::kSuccess ? value : 0;
}

std::size_t size_attribute(const CudaApi& api, CUdevice device, CUdeviceAttribute which) {
  return static_cast<std::size_t>(std::max(0, attribute(api, device, which)));
}

DeviceProperties read_properties(const CudaApi& api, int ordinal) {
  const CUdevice device = device_handle(api, ordinal);
  std::array<char, 256> name{};
  check(api, "cuDeviceGetName", api.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device));
  DeviceProperties properties;
  properties.ordinal = ordinal;
  properties.name = name.data();
  check(api, "cuDeviceTotalMem_v2", api.cuDeviceTotalMem_v2(&properties.total_bytes, device));
  properties.compute_major = attribute(api, device, CUdeviceAttribute::kComputeCapabilityMajor);
  properties.compute_minor = attribute(api, device, CUdeviceAttribute::kComputeCapabilityMinor);
  properties.multiprocessors = attribute(api, device, CUdeviceAttribute::kMultiprocessorCount);
  properties.integrated = attribute(api, device, CUdeviceAttribute::kIntegrated) != 0;
  properties.can_map_host_memory = attribute(api, device, CUdeviceAttribute::kCanMapHostMemory) != 0;
  properties.host_register_supported = attribute(api, device, CUdeviceAttribute::kHostRegisterSupported) != 0;
  properties.uses_host_pointer_registered =
      attribute(api, device, CUdeviceAttribute::kCanUseHostPointerForRegisteredMem) != 0;
  properties.async_engines = attribute(api, device, CUdeviceAttribute::kAsyncEngineCount);
  properties.l2_bytes = size_attribute(api, device, CUdeviceAttribute::kL2CacheSize);
  properties.max_shared_bytes = size_attribute(api, device, CUdeviceAttribute::kMaxSharedMemoryPerBlockOptin);
  properties.memory_clock_khz = attribute_or_zero(api, device, CUdeviceAttribute::kMemoryClockRate);
  properties.memory_bus_bits = attribute_or_zero(api, device, CUdeviceAttribute::kGlobalMemoryBusWidth);
  return properties;
}

}  // namespace

std::vector<DeviceProperties> list_devices(const CudaApi& api) {
  int count = 0;
  check(api, "cuDeviceGetCount", api.cuDeviceGetCount(&count));
  std::vector<DeviceProperties> devices;
  devices.reserve(static_cast<std::size_t>(std::max(0, count)));
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    devices.push_back(read_properties(api, ordinal));
  }
  return devices;
}

Device::Device(const std::shared_ptr<const CudaApi>& api, int ordinal)
    : properties_(read_properties(*api, ordinal)),
      context_(std::make_shared<Context>(api, device_handle(*api, ordinal))) {}

void Device::make_current() const {
  check(api(), "cuCtxSetCurrent", api().cuCtxSetCurrent(context_->handle()));
}

}  // namespace sobelcam::gpu
