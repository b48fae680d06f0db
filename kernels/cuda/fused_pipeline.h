// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/pipelines.h"

namespace sobelcam {

/// From camera bytes to edges in one launch; frames whose planes somebody watches go the way of `cuda-staged`.
extern const PipelineInfo kCudaFusedPipeline;

}  // namespace sobelcam
