// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "drivers/gpu/module.h"
#include "kernels/cuda/device_code.h"

namespace sobelcam::cuda {

/// The kernels that only the benches run: what sobelcamd does not carry.
/// Threads:  any
std::span<const DeviceCode> bench_device_code();

/// Loads the kernels of one file of this folder.
/// Errors:   std::logic_error on a name that this build does not hold, gpu::Error
gpu::Module load_bench(const gpu::Device& device, std::string_view module);

}  // namespace sobelcam::cuda
