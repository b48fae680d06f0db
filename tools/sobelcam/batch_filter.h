// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "drivers/frame/frame_view.h"
#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/stream.h"
#include "kernels/cuda/arguments.h"
#include "kernels/cuda/stage_marks.h"
#include "tools/sobelcam/bench_frames.h"

namespace sobelcam::tool {

/// A slot's memory on the GPU: a frame, what a filter makes of it, and what it needs in between.
///
/// Shapes:   rows start on multiples of 64 bytes; the output is a plane of bytes
struct BatchSlot {
  BatchSlot(const gpu::Device& device, FrameSize size);

  cuda::SizeArguments size;
  cuda::PlaneArguments input;
  cuda::PlaneArguments output;
  cuda::PlaneArguments gray;
  cuda::PlaneArguments across;
  cuda::PlaneArguments blur;
  cuda::PlaneArguments magnitude;
  cuda::Address counters = 0;  ///< zero between frames
  cuda::StageMarks marks;

 private:
  gpu::DeviceBuffer memory_;
};

/// A filter from gray bytes to bytes, on the GPU and on the CPU.
///
/// Threads:  one at a time, with the device current
/// Errors:   gpu::Error
class BatchFilter {
 public:
  virtual ~BatchFilter() = default;

  virtual std::string_view name() const = 0;
  /// Queues the kernels from slot.input to slot.output. Counts of the output's bytes, where the filter has them, go to
  /// `histogram`, where the GPU sees memory for 256.
  virtual void queue(BatchSlot& slot, cuda::Address histogram, const gpu::Stream& stream,
                     cuda::Queueing queueing) const = 0;
  /// What is wrong with the output of a frame, in words; empty where it is the CPU's. The outputs of all frames are
  /// computed once.
  virtual std::string difference(std::size_t frame, ImageView<const std::uint8_t> output,
                                 std::span<const std::uint32_t, 256> histogram) const = 0;
};

/// mean3x3, and the edge chain by the staged kernels; each prepared for these frames.
std::unique_ptr<BatchFilter> make_mean_filter(const gpu::Device& device, std::span<const FrameView> frames);
std::unique_ptr<BatchFilter> make_edge_filter(const gpu::Device& device, std::span<const FrameView> frames);

}  // namespace sobelcam::tool
