// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/staged_pipeline.h"

namespace sobelcam::test {

/// The staged pipeline whose frames are read late and done later: a kernel that passes time goes before each frame's
/// own, and another behind.
class SlowedPipeline final : public cuda::CudaPipeline {
 public:
  SlowedPipeline(const PipelineOptions& options, const gpu::Device& device, long long cycles);

 private:
  cuda::PlanesInUse planes_in_use(const EdgeRequest& request) const override {
    return cuda::StagedKernels::planes_in_use(request);
  }
  void record(cuda::WorkRecorder& recorder, const cuda::FrameWork& work) override;

  std::shared_ptr<const cuda::StagedKernels> kernels_;
  gpu::Function spin_;
  long long cycles_;
};

}  // namespace sobelcam::test
