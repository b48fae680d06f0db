// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/bench/bench_code.h"

#include <stdexcept>
#include <string>

namespace sobelcam::cuda {

gpu::Module load_bench(const gpu::Device& device, std::string_view module) {
  for (const DeviceCode& code : bench_device_code()) {
    if (code.module == module) {
      return gpu::load_module(device, code.images, code.toolkit_version);
    }
  }
  throw std::logic_error("this build has no device code named " + std::string(module));
}

}  // namespace sobelcam::cuda
