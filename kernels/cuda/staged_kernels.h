// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "drivers/gpu/module.h"
#include "kernels/cuda/frame_work.h"
#include "kernels/cuda/pixel_reader.h"
#include "kernels/cuda/work_recorder.h"

namespace sobelcam::cuda {

/// The stages of SPEC.md as one kernel each, over whole planes.
///
/// Threads:  any
/// Lifetime: keeps the device's context
/// Errors:   gpu::Error
class StagedKernels {
 public:
  StagedKernels(const gpu::Device& device, gpu::Jit jit);

  static PlanesInUse planes_in_use(const EdgeRequest& request);
  /// Every stage that the request needs.
  void record(WorkRecorder& recorder, const FrameWork& work) const;

 private:
  StagedKernels(const gpu::Device& device, std::vector<gpu::Function> gray, const gpu::Module& blur,
                const gpu::Module& equalize, const gpu::Module& sobel, const gpu::Module& quantize);
  static std::vector<gpu::Function> gray_kernels(const gpu::Device& device, gpu::Jit jit);

  const gpu::Function& gray_of(PixelFormat format) const;
  void record_equalization(WorkRecorder& recorder, const FrameWork& work) const;
  gpu::LaunchShape counting_shape(const SizeArguments& size) const;

  unsigned multiprocessors_;
  std::vector<gpu::Function> gray_;  ///< in PixelReader's order
  gpu::Function blur_across_;
  gpu::Function blur_down_;
  gpu::Function quantize_blur_;
  gpu::Function equalization_table_;
  gpu::Function equalize_;
  gpu::Function sobel_of_blur_;
  gpu::Function sobel_of_equalized_;
  gpu::Function quantize_magnitude_;
};

}  // namespace sobelcam::cuda
