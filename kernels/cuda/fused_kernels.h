// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "drivers/gpu/module.h"
#include "kernels/cuda/frame_work.h"
#include "kernels/cuda/fused_arguments.h"
#include "kernels/cuda/pixel_reader.h"
#include "kernels/cuda/work_recorder.h"

namespace sobelcam::cuda {

/// The whole chain as one kernel; with equalization as two, and the one that makes the table.
///
/// Threads:  any
/// Lifetime: keeps the device's context
/// Errors:   gpu::Error
class FusedKernels {
 public:
  FusedKernels(const gpu::Device& device, gpu::Jit jit);

  /// Whether these kernels can do it: they make edges and no plane beside them.
  static bool can_do(const EdgeRequest& request) { return request.planes == PlaneSet(); }
  static PlanesInUse planes_in_use(const EdgeRequest& request) { return {.equalized = request.equalize}; }

  void record(WorkRecorder& recorder, const FrameWork& work) const;

  /// The kernel that makes edges of frames in whole words without equalization and hands no counts over: two sets of
  /// counters take turns, and whoever launches adds up the copies in one while the next frame counts in the other.
  const gpu::Function& edges_in_turns(PixelFormat format) const;
  gpu::LaunchShape shape(const SizeArguments& size) const;
  /// Rows of the picture for one block.
  std::uint32_t rows_of(const SizeArguments& size) const;

 private:
  /// For one reader: a kernel for frames in whole words, and one for any frame.
  struct Pair {
    gpu::Function whole;
    gpu::Function ragged;

    const gpu::Function& for_frame(const FrameArguments& frame) const;
  };
  struct Format {
    Pair edges;
    gpu::Function edges_in_turns;
    Pair levels;
  };

  FusedKernels(const gpu::Device& device, const gpu::Module& fused, const gpu::Module& equalize);
  static std::vector<Format> formats(const gpu::Module& fused);
  const Format& format_of(PixelFormat format) const;

  unsigned multiprocessors_;
  std::vector<Format> formats_;  ///< in PixelReader's order
  gpu::Function edges_of_levels_;
  gpu::Function equalization_table_;
};

}  // namespace sobelcam::cuda
