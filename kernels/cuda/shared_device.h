// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/gpu/usable_device.h"

namespace sobelcam::cuda {

/// The GPU that all CUDA rows of this process use, looked for once; or why there is none.
/// Threads:  any
const gpu::UsableDevice& shared_device();

}  // namespace sobelcam::cuda
