// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/device_code.h"

#include <stdexcept>
#include <string>

namespace sobelcam::cuda {

gpu::Module load(const gpu::Device& device, std::string_view module, gpu::Jit jit) {
  for (const DeviceCode& code : device_code()) {
    if (code.module == module) {
      return gpu::load_module(device, code.images, code.toolkit_version, jit);
    }
  }
  throw std::logic_error("this build has no device code named " + std::string(module));
}

}  // namespace sobelcam::cuda
