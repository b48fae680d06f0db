// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "drivers/gpu/cuda_types.h"

namespace sobelcam::gpu {

/// The way out of a failed call, as a sentence; empty where only the driver's own words are known.
/// The same number means different things at start-up (cuInit and finding devices) and later.
std::string_view remedy_for(std::string_view call, CUresult result);

}  // namespace sobelcam::gpu
