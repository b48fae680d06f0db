// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "drivers/gpu/module.h"

namespace sobelcam::cuda {

/// The kernels of one .cu file, compiled: machine code for sm_87 and sm_90, and PTX for every other GPU since sm_75.
struct DeviceCode {
  std::string_view module;  ///< the file's name without .cu
  std::span<const gpu::ModuleImage> images;
  int toolkit_version = 0;  ///< the CUDA version of the compiler: 13000 for 13.0
};

/// All that this build holds.
/// Threads:  any
std::span<const DeviceCode> device_code();

/// Loads the kernels of one file.
/// Errors:   std::logic_error on a name that this build does not hold, gpu::Error
gpu::Module load(const gpu::Device& device, std::string_view module, gpu::Jit jit);

}  // namespace sobelcam::cuda
