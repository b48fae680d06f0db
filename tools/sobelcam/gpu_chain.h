// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "drivers/frame/frame_view.h"
#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/module.h"
#include "drivers/gpu/stream.h"
#include "kernels/cuda/arguments.h"
#include "kernels/edge_result.h"
#include "tools/sobelcam/bench_frames.h"
#include "tools/sobelcam/kernel_variants.h"

namespace sobelcam::tool {

/// A frame and every plane of its chain, in the GPU's memory.
///
/// Shapes:   rows start on multiples of 64 bytes
/// Threads:  one at a time, with the device current
/// Errors:   gpu::Error
class GpuPlanes {
 public:
  GpuPlanes(const gpu::Device& device, FrameSize size);

  /// Waits until the frame, RGB24 of the same size in aligned_layout(), is there.
  void upload(const FrameView& view, const gpu::Stream& stream) const;
  /// Fills everything but the frame with bytes that no chain leaves behind.
  void spoil(const gpu::Stream& stream) const;
  /// The first difference from what the reference made of the frame, in words; empty where there is none.
  std::string difference(const EdgeResult& expected, const gpu::Stream& stream) const;

  std::size_t bytes() const { return memory_.bytes(); }

  cuda::FrameArguments frame;
  cuda::SizeArguments size;
  cuda::PlaneArguments gray;
  cuda::PlaneArguments across;
  cuda::PlaneArguments blur;
  cuda::PlaneArguments magnitude;
  cuda::PlaneArguments edges;
  cuda::Address counts = 0;

 private:
  std::size_t frame_bytes_ = 0;
  gpu::DeviceBuffer memory_;
};

/// The kernels of all variants.
///
/// Threads:  any
/// Errors:   gpu::Error
class GpuVariants {
 public:
  explicit GpuVariants(const gpu::Device& device);

  void queue(VariantId id, const GpuPlanes& planes, const gpu::Stream& stream) const;
  void queue(const KernelChain& chain, const GpuPlanes& planes, const gpu::Stream& stream) const;

 private:
  GpuVariants(const gpu::Device& device, const gpu::Module& gray, const gpu::Module& blur, const gpu::Module& sobel,
              const gpu::Module& quantize);

  void queue_quantize(const gpu::Function& kernel, const GpuPlanes& planes, bool few_blocks,
                      const gpu::Stream& stream) const;

  unsigned multiprocessors_;
  gpu::Function gray_bytes_;
  gpu::Function gray_words_;
  gpu::Function across_plain_;
  gpu::Function down_plain_;
  gpu::Function blur_25_taps_;
  gpu::Function blur_tile_;
  gpu::Function sobel_direct_;
  gpu::Function sobel_tile_;
  gpu::Function quantize_global_;
  gpu::Function quantize_block_;
  gpu::Function quantize_warp_;
};

}  // namespace sobelcam::tool
