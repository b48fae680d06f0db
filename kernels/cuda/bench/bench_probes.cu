// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// What the device can do at most, for 'bench kernels': fused multiply-adds, and launches of kernels that do nothing.
#include <cstdint>

#include "kernels/cuda/arguments.h"

namespace sobelcam::cuda {

extern "C" {

__global__ void do_nothing() {}

/// Keeps the stream busy, so that what is timed behind it has been queued before it starts.
__global__ void hold_back(std::uint32_t microseconds) {
  std::uint64_t start = 0;
  std::uint64_t now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < microseconds * std::uint64_t{1000});
}

/// 8 x 4 multiply-adds a pass, in eight chains that do not wait for each other. target: one float a thread.
__global__ void multiply_add(Address target, std::uint32_t passes) {
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  float sums[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    sums[i] = static_cast<float>(thread + i);
  }
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (int i = 0; i < 32; ++i) {
      sums[i % 8] = __fmaf_rn(sums[i % 8], 0.5F, 1.0F);
    }
  }
  float total = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    total = __fadd_rn(total, sums[i]);
  }
  reinterpret_cast<float*>(target)[thread] = total;
}
}

}  // namespace sobelcam::cuda
