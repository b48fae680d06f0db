// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/sobelcam/overlap_report.h"

namespace sobelcam::tool {

/// Runs every plan of batch_plans() for every filter. Reads the report's size, frames and rounds, and fills in the rest
/// of what the GPU says.
/// Errors:   std::runtime_error where there is no GPU or no kernel, gpu::Error
void run_batches(OverlapReport& report);

}  // namespace sobelcam::tool
