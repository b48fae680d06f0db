// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "drivers/camera/camera_options.h"
#include "drivers/gpu/usable_device.h"

namespace sobelcam {

/// Lets the GPU of this machine read the buffers of a camera's driver where they lie; null where there is no GPU.
///
/// Lifetime: what was registered may outlive it
std::shared_ptr<MemoryRegistration> gpu_registration(const std::string& library = gpu::kCudaLibrary);

}  // namespace sobelcam
