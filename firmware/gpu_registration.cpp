// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/gpu_registration.h"

#include <utility>

#include "drivers/gpu/host_registration.h"

namespace sobelcam {
namespace {

class GpuRegistration final : public MemoryRegistration {
 public:
  explicit GpuRegistration(gpu::Device device) : device_(std::move(device)) {}

  std::shared_ptr<void> register_pages(std::span<std::byte> pages) override {
    return std::make_shared<gpu::HostRegistration>(device_, pages);
  }

 private:
  gpu::Device device_;
};

}  // namespace

std::shared_ptr<MemoryRegistration> gpu_registration(const std::string& library) {
  gpu::UsableDevice found = gpu::usable_device(library);
  if (!found.device) {
    return nullptr;
  }
  // Finding it left it current to this thread, which had not asked for that.
  static_cast<void>(found.device->api().cuCtxSetCurrent(nullptr));
  return std::make_shared<GpuRegistration>(std::move(*found.device));
}

}  // namespace sobelcam
