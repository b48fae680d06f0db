// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/host_registration.h"

#include "drivers/gpu/pinned_buffer.h"

namespace sobelcam::gpu {
namespace {

Owned<void*, &CudaApi::cuMemHostUnregister> enlist(const Device& device, std::span<std::byte> pages) {
  const CurrentContext current(*device.context());
  check(device.api(), "cuMemHostRegister_v2",
        device.api().cuMemHostRegister_v2(pages.data(), pages.size(),
                                          kMemHostRegisterPortable | kMemHostRegisterDeviceMap),
        "a mapping of " + std::to_string(pages.size()) + " bytes");
  device.context()->counters().add_registration();
  return {device.context(), pages.data()};
}

}  // namespace

HostRegistration::HostRegistration(const Device& device, std::span<std::byte> pages)
    : handle_(enlist(device, pages)), address_(mapped_address(device, pages.data())) {}

}  // namespace sobelcam::gpu
