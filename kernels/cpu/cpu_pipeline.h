// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "kernels/pipelines.h"

namespace sobelcam {

/// SPEC.md in one pass over the frame, row by row, with vectors and threads.
extern const PipelineInfo kCpuPipeline;

/// `cpu` once for each instruction set that this build has, best first; the tests force them one by one.
std::span<const PipelineInfo> cpu_target_pipelines();

}  // namespace sobelcam
