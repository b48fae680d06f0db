// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/slowed_pipeline.h"

#include "kernels/cuda/device_code.h"

namespace sobelcam::cuda {

std::span<const DeviceCode> test_device_code();

}  // namespace sobelcam::cuda

namespace sobelcam::test {
namespace {

gpu::Function load_spin(const gpu::Device& device) {
  const cuda::DeviceCode& code = cuda::test_device_code().front();
  return gpu::load_module(device, code.images, code.toolkit_version).function("spin");
}

}  // namespace

SlowedPipeline::SlowedPipeline(const PipelineOptions& options, const gpu::Device& device, long long cycles)
    : CudaPipeline(options, device), kernels_(cuda::staged_kernels(false)), spin_(load_spin(device)), cycles_(cycles) {}

void SlowedPipeline::record(cuda::WorkRecorder& recorder, const cuda::FrameWork& work) {
  constexpr gpu::LaunchShape kOneThread;
  recorder.stage("before");
  recorder.launch(spin_, kOneThread, cycles_);
  kernels_->record(recorder, work);
  recorder.launch(spin_, kOneThread, cycles_);
}

}  // namespace sobelcam::test
