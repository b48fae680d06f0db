// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "drivers/gpu/function.h"
#include "drivers/gpu/graph.h"
#include "kernels/cuda/stage_marks.h"

namespace sobelcam::cuda {

/// Takes the kernels of one frame, in order: queues them, records them into a graph, or gives the graph's kernels that
/// read the frame its new address. So a pipeline says once what it launches.
///
/// Lifetime: for one call of CudaPipeline::record()
/// Errors:   gpu::Error
class WorkRecorder {
 public:
  /// Queues in `stream`. Where the kernels read the host's frame itself, its end is marked.
  WorkRecorder(const gpu::Stream& stream, StageMarks& marks, Queueing queueing, bool reads_host_frame)
      : stream_(&stream), marks_(&marks), queueing_(queueing), reads_host_frame_(reads_host_frame) {}
  /// Queues in `stream`, and marks nothing.
  explicit WorkRecorder(const gpu::Stream& stream) : stream_(&stream) {}
  /// Queues nothing and changes a graph.
  WorkRecorder(gpu::GraphExec& graph, std::span<const gpu::KernelNode> nodes) : graph_(&graph), nodes_(nodes) {}

  /// What is launched from now on belongs to this stage: a literal, one of at most six.
  void stage(std::string_view name) {
    if (marks_ != nullptr) {
      marks_->enter(name, *stream_, queueing_);
    }
  }

  /// A kernel that reads nothing of FrameWork::frame.
  template <typename... Arguments>
  void launch(const gpu::Function& kernel, const gpu::LaunchShape& shape, const Arguments&... arguments) {
    if (graph_ == nullptr) {
      kernel.launch(shape, *stream_, arguments...);
    }
  }

  /// A kernel that is given FrameWork::frame. Each such kernel occurs once in a frame's work.
  template <typename... Arguments>
  void launch_on_frame(const gpu::Function& kernel, const gpu::LaunchShape& shape, const Arguments&... arguments) {
    if (graph_ != nullptr) {
      graph_->set_kernel(node_of(kernel), kernel, shape, arguments...);
      return;
    }
    if (reads_host_frame_) {
      marks_->frame_is_read_here();
    }
    kernel.launch(shape, *stream_, arguments...);
  }

 private:
  gpu::CUgraphNode node_of(const gpu::Function& kernel) const;

  const gpu::Stream* stream_ = nullptr;
  StageMarks* marks_ = nullptr;
  Queueing queueing_ = Queueing::kNow;
  bool reads_host_frame_ = false;
  gpu::GraphExec* graph_ = nullptr;
  std::span<const gpu::KernelNode> nodes_;
};

}  // namespace sobelcam::cuda
