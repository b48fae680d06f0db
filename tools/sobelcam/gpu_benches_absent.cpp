// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "tools/sobelcam/ablation.h"
#include "tools/sobelcam/batch_experiment.h"

// What stands in for the measurements on a GPU where there was no compiler for their kernels.
namespace sobelcam::tool {

void run_ablation(KernelsReport& /*report*/) {
  throw std::runtime_error("'bench kernels' is not in this program: " SOBELCAM_CUDA_NOTE);
}

void run_batches(OverlapReport& /*report*/) {
  throw std::runtime_error("'bench overlap' is not in this program: " SOBELCAM_CUDA_NOTE);
}

}  // namespace sobelcam::tool
