// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/gpu/device.h"
#include "tools/sobelcam/report_card.h"

namespace sobelcam::tool {

/// Measures what the device can do at most: a copy of 256 MiB (less where the device has little memory) from one place
/// in its memory to another, fused multiply-adds that wait for nothing, and kernels that do nothing; each the median of
/// ten. The device is current to this thread.
/// Errors:   gpu::Error
GpuLimits measure_limits(const gpu::Device& device);

}  // namespace sobelcam::tool
