// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/sobelcam/kernels_report.h"

namespace sobelcam::tool {

/// Holds the chains to the reference, measures the limits, the kernels alone and the chains. Reads the report's size
/// and runs, and fills in the rest of what the GPU says.
/// Errors:   std::runtime_error where there is no GPU or no kernel, gpu::Error
void run_ablation(KernelsReport& report);

}  // namespace sobelcam::tool
