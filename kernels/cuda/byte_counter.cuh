// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/arguments.h"

namespace sobelcam::cuda {

/// Counts bytes for one block, in shared memory, with counters for each warp so that warps do not meet.
template <std::uint32_t kWarps>
class ByteCounter {
 public:
  /// All threads of the block.
  __device__ __forceinline__ void clear(std::uint32_t thread) {
    for (std::uint32_t i = thread; i < kWarps * 256; i += kWarps * 32) {
      (&counts_[0][0])[i] = 0;
    }
    __syncthreads();
  }

  __device__ __forceinline__ void add(std::uint32_t warp, std::uint32_t byte) { atomicAdd(&counts_[warp][byte], 1U); }

  /// All threads of the block, once. The block that is last of all hands the counts over and leaves zeros behind for
  /// the next frame, which saves a launch that clears them.
  __device__ __forceinline__ void hand_over(std::uint32_t thread, const HistogramArguments& histogram) {
    auto* counters = reinterpret_cast<std::uint32_t*>(histogram.counters);
    __syncthreads();
    for (std::uint32_t byte = thread; byte < 256; byte += kWarps * 32) {
      std::uint32_t sum = 0;
      for (std::uint32_t warp = 0; warp < kWarps; ++warp) {
        sum += counts_[warp][byte];
      }
      if (sum != 0) {
        atomicAdd(counters + byte, sum);
      }
    }
    __threadfence();
    __syncthreads();
    if (thread == 0) {
      last_ = atomicAdd(counters + 256, 1U) == gridDim.x * gridDim.y - 1;
    }
    __syncthreads();
    if (last_) {
      __threadfence();
      for (std::uint32_t byte = thread; byte < 256; byte += kWarps * 32) {
        reinterpret_cast<std::uint32_t*>(histogram.finished)[byte] = atomicExch(counters + byte, 0U);
      }
      if (thread == 0) {
        atomicExch(counters + 256, 0U);
      }
    }
  }

 private:
  std::uint32_t counts_[kWarps][256];
  bool last_;
};

}  // namespace sobelcam::cuda
