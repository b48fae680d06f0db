// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/pinned_buffer.h"
#include "drivers/gpu/stream.h"
#include "kernels/cuda/frame_work.h"
#include "kernels/cuda/input_plan.h"
#include "kernels/cuda/work_queue.h"
#include "kernels/edge_pipeline.h"

namespace sobelcam::cuda {

/// What one output slot has on the GPU: a stream, buffers, marks, and the graph of its last kind of frame.
///
/// Threads:  one at a time, with the device current
/// Lifetime: ends when its work has ended
/// Errors:   gpu::Error; not to be used again after one
class WorkSlot {
 public:
  WorkSlot(const gpu::Device& device, bool mapped, bool graphs);
  ~WorkSlot();
  WorkSlot(const WorkSlot&) = delete;
  WorkSlot& operator=(const WorkSlot&) = delete;

  /// Queues the frame's work; the output's images that the request wants have their shape.
  void start(EdgeOutput& output, const PlanesInUse& planes, const Recording& recording);
  /// Waits for it and completes the output.
  void finish(EdgeOutput& output);
  const CopyBytes& copies() const { return copies_; }

 private:
  void allocate(const EdgeOutput& output, const PlanesInUse& planes);
  void describe(EdgeOutput& output, const PlanesInUse& planes);
  gpu::CUdeviceptr place_frame(const Frame& frame);
  bool writes_edges_in_place(const EdgeOutput& output) const;
  void add_downloads(EdgeOutput& output);
  template <typename Pixel>
  void add_download(const PlaneArguments& from, Image<Pixel>& image, gpu::PinnedBuffer& landing);
  void count_copies();

  const gpu::Device& device_;
  bool mapped_;
  bool graphs_;
  gpu::Stream stream_;
  gpu::DeviceBuffer scratch_;    ///< counters, table and levels: all that equalization and histograms need
  gpu::PinnedBuffer histogram_;  ///< 256 counts, written by the GPU
  gpu::PinnedBuffer staging_;    ///< of frames in memory that the GPU does not know
  gpu::DeviceBuffer input_;
  gpu::DeviceBuffer gray_;
  gpu::DeviceBuffer across_;
  gpu::DeviceBuffer blur_;
  gpu::DeviceBuffer equalized_;
  gpu::DeviceBuffer magnitude_;
  gpu::DeviceBuffer edges_;
  std::array<gpu::PinnedBuffer, 5> landings_;  ///< of outputs in such memory
  FrameJob job_;
  WorkQueue queue_;
  CopyBytes copies_;
};

}  // namespace sobelcam::cuda
