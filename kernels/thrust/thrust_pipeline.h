// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/pipelines.h"

namespace sobelcam {

/// The chain by Thrust algorithms and CUB, one stage after the other: the GPU row to read, not the one to run. Needs
/// the CUDA runtime, so that `sobelcamd` never has it.
extern const PipelineInfo kThrustPipeline;

}  // namespace sobelcam
