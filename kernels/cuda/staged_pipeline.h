// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/cuda_pipeline.h"
#include "kernels/cuda/staged_kernels.h"
#include "kernels/pipelines.h"

namespace sobelcam::cuda {

/// Each stage of SPEC.md as a kernel of its own.
class StagedPipeline : public CudaPipeline {
 public:
  /// The kernels may be shared by pipelines.
  StagedPipeline(const PipelineOptions& options, const gpu::Device& device,
                 std::shared_ptr<const StagedKernels> kernels)
      : CudaPipeline(options, device), kernels_(std::move(kernels)) {}

 private:
  PlanesInUse planes_in_use(const EdgeRequest& request) const override { return StagedKernels::planes_in_use(request); }
  void record(WorkRecorder& recorder, const FrameWork& work) override { kernels_->record(recorder, work); }

  std::shared_ptr<const StagedKernels> kernels_;
};

/// The staged kernels on the shared device, loaded once; anew where the JIT is forced.
/// Threads:  any
/// Errors:   std::runtime_error where there is no usable device, gpu::Error
std::shared_ptr<const StagedKernels> staged_kernels(bool forced_jit);

/// The shared device.
/// Errors:   std::runtime_error where there is none that is usable
const gpu::Device& demand_device();

/// Whether the shared device works and takes the staged kernels.
Usability staged_usability();

}  // namespace sobelcam::cuda

namespace sobelcam {

extern const PipelineInfo kCudaStagedPipeline;

}  // namespace sobelcam
