// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "drivers/gpu/pinned_provider.h"
#include "kernels/cuda/frame_work.h"
#include "kernels/cuda/work_recorder.h"
#include "kernels/edge_pipeline.h"

namespace sobelcam::cuda {

class WorkSlot;

/// What CUDA pipelines have in common: memory, copies, graphs, waiting and timing. A derived class says which kernels
/// one frame takes.
///
/// Each output slot has a stream and buffers of its own on the GPU, so that frames in flight run beside each other;
/// results come in order all the same. Nothing is allocated once a slot has seen a frame of this shape.
///
/// Threads:  as EdgePipeline; the thread's own CUDA context stays current
/// Lifetime: the device must outlive the pipeline; results need neither
/// Errors:   gpu::Error; the frame is lost then, and the next one starts with new buffers
class CudaPipeline : public EdgePipeline {
 public:
  CudaPipeline(const PipelineOptions& options, const gpu::Device& device);
  ~CudaPipeline() override;

  CopyBytes last_copies() const final { return last_copies_; }
  BufferProvider& frame_memory() final { return pinned_; }

 protected:
  const gpu::Device& device() const { return device_; }

 private:
  /// Which planes record() uses for this request. Those that the request asks for must be among them.
  virtual PlanesInUse planes_in_use(const EdgeRequest& request) const = 0;
  /// Launches the kernels of one frame: work.frame into work.edges, work.histogram and the planes in use. Called for
  /// a frame that runs at once, to record a graph, and to change a graph's addresses: it launches the same for the same
  /// format, size and request, and touches nothing but the recorder.
  virtual void record(WorkRecorder& recorder, const FrameWork& work) = 0;

  void start(EdgeOutput& output) final;
  void finish(EdgeOutput& output) final;
  void shape(EdgeOutput& output);
  /// Makes it on first use.
  WorkSlot& slot_of(const EdgeOutput& output);

  const gpu::Device& device_;
  gpu::PinnedProvider pinned_;
  BufferProvider& output_memory_;
  bool mapped_;
  bool graphs_;
  std::map<const EdgeOutput*, std::unique_ptr<WorkSlot>> slots_;
  CopyBytes last_copies_;
};

}  // namespace sobelcam::cuda
