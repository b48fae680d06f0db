// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "drivers/camera/camera_options.h"

namespace sobelcam {

/// Lets the GPU of this machine read the buffers of a camera's driver where they lie; null where there is no GPU.
///
/// Lifetime: what was registered may outlive it
std::shared_ptr<MemoryRegistration> gpu_registration();

}  // namespace sobelcam
