// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/fused_pipeline.h"

#include <memory>

#include "kernels/cuda/cuda_pipeline.h"
#include "kernels/cuda/fused_kernels.h"
#include "kernels/cuda/shared_device.h"
#include "kernels/cuda/staged_pipeline.h"

namespace sobelcam {
namespace cuda {
namespace {

class FusedPipeline final : public CudaPipeline {
 public:
  FusedPipeline(const PipelineOptions& options, const gpu::Device& device, std::shared_ptr<const FusedKernels> fused,
                std::shared_ptr<const StagedKernels> staged)
      : CudaPipeline(options, device), fused_(std::move(fused)), staged_(std::move(staged)) {}

 private:
  PlanesInUse planes_in_use(const EdgeRequest& request) const override {
    return FusedKernels::can_do(request) ? FusedKernels::planes_in_use(request) : StagedKernels::planes_in_use(request);
  }

  void record(WorkRecorder& recorder, const FrameWork& work) override {
    if (FusedKernels::can_do(work.request)) {
      fused_->record(recorder, work);
    } else {
      staged_->record(recorder, work);
    }
  }

  std::shared_ptr<const FusedKernels> fused_;
  std::shared_ptr<const StagedKernels> staged_;
};

/// On the shared device, loaded once; anew where the JIT is forced.
std::shared_ptr<const FusedKernels> fused_kernels(bool forced_jit) {
  const gpu::Device& device = demand_device();
  if (forced_jit) {
    return std::make_shared<const FusedKernels>(device, gpu::Jit::kForced);
  }
  static const auto shared = std::make_shared<const FusedKernels>(device, gpu::Jit::kWhenNeeded);
  return shared;
}

Usability fused_usability() {
  static const Usability usability = []() -> Usability {
    try {
      fused_kernels(false);
      return staged_usability();
    } catch (const std::exception& error) {
      return {false, error.what()};
    }
  }();
  return usability;
}

}  // namespace
}  // namespace cuda

constinit const PipelineInfo kCudaFusedPipeline{
    "cuda-fused", "CUDA, the whole chain in one kernel", [] { return cuda::fused_usability(); },
    [](const PipelineOptions& options) -> std::unique_ptr<EdgePipeline> {
      return std::make_unique<cuda::FusedPipeline>(options, cuda::demand_device(),
                                                   cuda::fused_kernels(options.cuda_jit),
                                                   cuda::staged_kernels(options.cuda_jit));
    }};

}  // namespace sobelcam
