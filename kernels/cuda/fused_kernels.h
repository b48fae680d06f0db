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

  /// Whether launch_early() gains anything on this device, and may be called.
  bool can_start_early() const { return can_start_early_; }
  /// One of a row of frames, without equalization: it may begin before the frame's kernel ahead of it in the stream has
  /// ended. Frames and edges are different ones; the counters may be the same.
  void launch_early(const gpu::Stream& stream, const FrameWork& work) const;

 private:
  /// For one reader: a kernel for frames in whole words, and one for any frame.
  struct Pair {
    gpu::Function whole;
    gpu::Function ragged;

    const gpu::Function& for_frame(const FrameArguments& frame) const;
  };
  struct Format {
    Pair edges;
    Pair levels;
  };

  FusedKernels(const gpu::Device& device, const gpu::Module& fused, const gpu::Module& equalize);
  static std::vector<Format> formats(const gpu::Module& fused);
  const Format& format_of(PixelFormat format) const;
  /// Rows of the picture for one block.
  std::uint32_t rows_of(const SizeArguments& size) const;

  unsigned multiprocessors_;
  bool can_start_early_;
  std::vector<Format> formats_;  ///< in PixelReader's order
  gpu::Function edges_of_levels_;
  gpu::Function equalization_table_;
};

}  // namespace sobelcam::cuda
