// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drivers/gpu/event.h"
#include "drivers/gpu/graph.h"
#include "drivers/gpu/pinned_buffer.h"
#include "tools/sobelcam/batch_filter.h"
#include "tools/sobelcam/overlap_report.h"

namespace sobelcam::tool {

/// The frames of a batch and the outputs of every one, in pinned memory.
///
/// Errors:   gpu::Error
class BatchMemory {
 public:
  BatchMemory(const gpu::Device& device, FrameSize size, std::size_t frames);

  std::size_t frames() const { return frames_; }
  FrameSize size() const { return size_; }
  std::vector<FrameView> frame_views() const;

  std::span<const std::byte> input(std::size_t frame) const { return {inputs_.data() + frame * bytes_, bytes_}; }
  std::span<std::byte> output(std::size_t frame) const { return {outputs_.data() + frame * bytes_, bytes_}; }
  cuda::Address histogram(std::size_t frame) const { return histograms_.address() + frame * kHistogramBytes; }

  /// Fills outputs and histograms with bytes that no filter leaves behind.
  void spoil() const;
  /// The first frame whose output is not the CPU's, and how, in words.
  std::string difference(const BatchFilter& filter) const;

 private:
  static constexpr std::size_t kHistogramBytes = 256 * sizeof(std::uint32_t);

  FrameSize size_;
  std::size_t frames_;
  FrameLayout layout_;
  std::size_t bytes_;  ///< of a frame, and of an output
  gpu::PinnedBuffer inputs_;
  gpu::PinnedBuffer outputs_;
  gpu::PinnedBuffer histograms_;
};

/// Puts a batch through one filter by one plan. What is needed is allocated and recorded before the first run.
///
/// The protocol: an upload into a slot waits until the slot's frame before is back; the kernels wait until the upload
/// is done; the download follows the kernels in their stream. Nothing else waits.
///
/// Threads:  one at a time, with the device current
/// Lifetime: within that of all that it is made from
/// Errors:   gpu::Error
class BatchRunner {
 public:
  BatchRunner(const gpu::Device& device, const BatchPlan& plan, const BatchMemory& memory, const BatchFilter& filter);

  /// The whole batch; how long from the first call until the last byte is back.
  double run_us();
  /// The same with marks around every operation; what they say.
  std::vector<Operation> trace();

 private:
  /// What one slot works with.
  struct Lane {
    Lane(const gpu::Device& device, FrameSize size);

    BatchSlot slot;
    gpu::Stream uploads;
    gpu::Stream work;
    gpu::Event ready;  ///< the frame is in the slot
    gpu::Event done;   ///< its output is back
  };

  /// Around the operations of one frame.
  struct Marks {
    explicit Marks(const gpu::Device& device);

    gpu::Event upload_start;
    gpu::Event upload_end;
    gpu::Event kernel_start;
    gpu::Event kernel_end;
    gpu::Event download_end;
  };

  void queue_all(cuda::Queueing queueing, bool marked);
  void queue_frame(std::size_t frame, cuda::Queueing queueing, Marks* marks);
  gpu::GraphExec record(bool marked);
  const gpu::Stream& upload_stream(const Lane& lane) const { return plan_.in_order ? lane.work : lane.uploads; }
  void synchronize() const;

  const gpu::Device& device_;
  BatchPlan plan_;
  const BatchMemory& memory_;
  const BatchFilter& filter_;
  gpu::Stream origin_;  ///< of graphs
  gpu::Event fork_;
  gpu::Event begin_;
  std::vector<Lane> lanes_;
  std::vector<Marks> marks_;
  std::optional<gpu::GraphExec> graph_;
  std::optional<gpu::GraphExec> marked_graph_;
};

}  // namespace sobelcam::tool
