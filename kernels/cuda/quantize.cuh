// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/byte_counter.cuh"
#include "kernels/cuda/plane.cuh"

namespace sobelcam::cuda {

/// u8() of a plane, and how often each byte occurs; for blocks of kBlockWidth x kBlockHeight threads. The last four
/// pixels of a row may lie beyond it: they are written into the padding and not counted.
__device__ __forceinline__ void quantize(const PlaneArguments& values, const PlaneArguments& bytes,
                                         const SizeArguments& size, const HistogramArguments& histogram) {
  __shared__ ByteCounter<kBlockHeight> counter;
  const std::uint32_t thread = threadIdx.y * kBlockWidth + threadIdx.x;
  const std::uint32_t x = thread_x();
  counter.clear(thread);
  for (std::uint32_t y = first_row(); x < size.width && y < size.height; y += row_step()) {
    const float4 four = *reinterpret_cast<const float4*>(plane_row<const float>(values, y) + x);
    const uchar4 quantized = make_uchar4(u8(four.x), u8(four.y), u8(four.z), u8(four.w));
    *reinterpret_cast<uchar4*>(plane_row<std::uint8_t>(bytes, y) + x) = quantized;
    counter.add(threadIdx.y, quantized.x);
    if (x + 1 < size.width) {
      counter.add(threadIdx.y, quantized.y);
    }
    if (x + 2 < size.width) {
      counter.add(threadIdx.y, quantized.z);
    }
    if (x + 3 < size.width) {
      counter.add(threadIdx.y, quantized.w);
    }
  }
  counter.hand_over(thread, histogram);
}

}  // namespace sobelcam::cuda
