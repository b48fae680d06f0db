// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/staged_pipeline.h"

#include <stdexcept>

#include "kernels/cuda/shared_device.h"

namespace sobelcam::cuda {

const gpu::Device& demand_device() {
  const gpu::UsableDevice& found = shared_device();
  if (!found.device) {
    throw std::runtime_error(found.reason);
  }
  return *found.device;
}

std::shared_ptr<const StagedKernels> staged_kernels(bool forced_jit) {
  const gpu::Device& device = demand_device();
  if (forced_jit) {
    return std::make_shared<const StagedKernels>(device, gpu::Jit::kForced);
  }
  static const auto shared = std::make_shared<const StagedKernels>(device, gpu::Jit::kWhenNeeded);
  return shared;
}

Usability staged_usability() {
  static const Usability usability = []() -> Usability {
    try {
      staged_kernels(false);
      return {};
    } catch (const std::exception& error) {
      return {false, error.what()};
    }
  }();
  return usability;
}

}  // namespace sobelcam::cuda

namespace sobelcam {

constinit const PipelineInfo kCudaStagedPipeline{
    "cuda-staged", "CUDA, a kernel for each stage", [] { return cuda::staged_usability(); },
    [](const PipelineOptions& options) -> std::unique_ptr<EdgePipeline> {
      auto kernels = cuda::staged_kernels(options.cuda_jit);
      return std::make_unique<cuda::StagedPipeline>(options, *cuda::shared_device().device, std::move(kernels));
    }};

}  // namespace sobelcam
