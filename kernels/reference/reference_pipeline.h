// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/pipelines.h"

namespace sobelcam {

/// SPEC.md as plain loops: the row that every other one is compared with.
extern const PipelineInfo kReferencePipeline;

}  // namespace sobelcam
