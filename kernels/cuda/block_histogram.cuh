// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/fused_arguments.h"

namespace sobelcam::cuda {

/// Counts bytes in shared memory: 256 bins a warp, and one more for magnitudes, which saturate at 256.
class BlockHistogram {
 public:
  /// Each warp its own bins: no warp waits for another before the block's end.
  __device__ __forceinline__ void clear() {
    for (unsigned i = threadIdx.x % 32; i < kBins; i += 32) {
      bins_[threadIdx.x / 32][i] = 0;
    }
    __syncwarp();
  }

  /// Where the calling lane counts, as an address in shared memory. Lanes that must not count do it all the same, where
  /// nobody looks: a branch costs more.
  __device__ __forceinline__ std::uint32_t lane_bins(bool counts) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(counts ? bins_[threadIdx.x / 32] : rubbish_));
  }

  static __device__ __forceinline__ void count(std::uint32_t lane_bins, std::uint32_t bin) {
    asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(lane_bins + bin * 4) : "memory");
  }

  /// All threads of the block, once.
  __device__ __forceinline__ void add_to(std::uint32_t* counters) const {
    const unsigned copy = (blockIdx.x + blockIdx.y) % kCounterCopies * 256;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < kBins; i += blockDim.x) {
      std::uint32_t sum = 0;
#pragma unroll
      for (unsigned warp = 0; warp < kFusedWarps; ++warp) {
        sum += bins_[warp][i];
      }
      if (sum != 0) {
        atomicAdd(counters + copy + min(i, 255U), sum);
      }
    }
  }

 private:
  static constexpr unsigned kBins = 257;

  std::uint32_t bins_[kFusedWarps][kBins];
  std::uint32_t rubbish_[kBins];
};

/// All threads of the block, once all its counts are added: the block that is last of all hands the sums over and
/// leaves zeros behind.
__device__ __forceinline__ void hand_over(const HistogramArguments& histogram) {
  __shared__ bool last;
  auto* counters = reinterpret_cast<std::uint32_t*>(histogram.counters);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned blocks = gridDim.x * gridDim.y;
    last = atomicInc(counters + kCounterCopies * 256, blocks - 1) == blocks - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
      std::uint32_t sum = 0;
#pragma unroll
      for (unsigned copy = 0; copy < kCounterCopies; ++copy) {
        sum += atomicExch(counters + copy * 256 + i, 0U);
      }
      reinterpret_cast<std::uint32_t*>(histogram.finished)[i] = sum;
    }
  }
}

}  // namespace sobelcam::cuda
