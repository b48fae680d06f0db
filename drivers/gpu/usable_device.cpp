// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/usable_device.h"

#include <algorithm>
#include <array>
#include <exception>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/stream.h"

namespace sobelcam::gpu {
namespace {

void demand_device(const CudaApi& api, int ordinal) {
  int count = 0;
  check(api, "cuDeviceGetCount", api.cuDeviceGetCount(&count));
  if (count == 0) {
    throw_error(api, "cuDeviceGetCount", CUresult::kNoDevice, "the driver lists no device");
  }
  if (ordinal < 0 || ordinal >= count) {
    throw_error(api, "cuDeviceGet", CUresult::kInvalidDevice,
                "device " + std::to_string(ordinal) + " of " + std::to_string(count) + ", counted from 0");
  }
}

void demand_working_memory(const Device& device) {
  constexpr std::uint8_t kPattern = 0xA5;
  const DeviceBuffer buffer(device, 256);
  const Stream stream(device);
  stream.fill(buffer.address(), kPattern, buffer.bytes());
  stream.synchronize();
  std::array<std::uint8_t, 256> seen{};
  check(device.api(), "cuMemcpyDtoH_v2", device.api().cuMemcpyDtoH_v2(seen.data(), buffer.address(), seen.size()));
  if (std::any_of(seen.begin(), seen.end(), [](std::uint8_t level) { return level != kPattern; })) {
    throw std::runtime_error(device.properties().name +
                             " does not give back what was written to its memory: restart the machine, and see the "
                             "kernel's log, dmesg");
  }
}

}  // namespace

UsableDevice usable_device(const std::string& library, int ordinal) noexcept {
  try {
    const auto api = load_cuda(library);
    demand_device(*api, ordinal);
    Device device(api, ordinal);
    device.make_current();
    demand_working_memory(device);
    return {std::move(device), {}};
  } catch (const std::exception& error) {
    return {std::nullopt, error.what()};
  }
}

}  // namespace sobelcam::gpu
