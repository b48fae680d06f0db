// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "drivers/gpu/graph.h"
#include "drivers/gpu/stream.h"
#include "kernels/cuda/frame_work.h"
#include "kernels/cuda/input_plan.h"
#include "kernels/cuda/stage_marks.h"
#include "kernels/cuda/work_recorder.h"

namespace sobelcam::cuda {

/// Says which kernels one frame takes: CudaPipeline::record().
using Recording = std::function<void(WorkRecorder& recorder, const FrameWork& work)>;

/// A plane on its way back.
struct Download {
  gpu::CUdeviceptr from = 0;
  std::span<std::byte> pinned;   ///< where the copy engine writes
  std::byte* then_to = nullptr;  ///< where the CPU copies it afterwards, if anywhere
};

/// All that is queued for one frame: perhaps an upload, the kernels, perhaps downloads.
struct FrameJob {
  InputPlan input;
  const std::byte* host_pixels = nullptr;  ///< what is uploaded, or what the kernels read
  std::size_t host_stride = 0;
  FrameWork work;
  std::vector<Download> downloads;
};

/// Queues the jobs of one stream: piece by piece, or as a graph that is made once for each kind of job and given each
/// frame's address.
///
/// Threads:  one at a time, with the device current
/// Errors:   gpu::Error
class WorkQueue {
 public:
  explicit WorkQueue(const gpu::Device& device) : marks_(device), done_(device) {}

  void run(const FrameJob& job, const gpu::Stream& stream, const Recording& recording);
  void run_as_graph(const FrameJob& job, const gpu::Stream& stream, const Recording& recording);

  /// Of the last job.
  const StageMarks& marks() const { return marks_; }
  void wait_until_done() const { done_.synchronize(); }

 private:
  /// What a graph has fixed: two jobs with the same numbers differ in the frame's address at most.
  using Kind = std::array<std::uint64_t, 32>;

  static Kind kind_of(const FrameJob& job);
  void queue_into(const FrameJob& job, const gpu::Stream& stream, const Recording& recording, Queueing queueing);
  void capture(const FrameJob& job, const gpu::Stream& stream, const Recording& recording);
  void give_address(const FrameJob& job, const Recording& recording);

  StageMarks marks_;
  gpu::Event done_;
  Kind kind_{};
  std::optional<gpu::GraphExec> exec_;
  std::vector<gpu::KernelNode> kernels_;
  gpu::CUgraphNode upload_ = nullptr;
};

}  // namespace sobelcam::cuda
