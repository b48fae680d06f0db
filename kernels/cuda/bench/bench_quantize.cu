// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Quantization and histogram, for 'bench kernels': where the counters are.
//
// Shapes:     magnitude and edges are height x width; counts are 256 words, zero before; blocks of 32 x 8 threads
// Reference:  kernels/u8.h, histogram() in kernels/reference/sobel.cpp
#include "kernels/cuda/bench/pixel.cuh"

namespace sobelcam::cuda {
namespace {

/// kCopies sets of counters in shared memory, which the warps of the block share out among themselves.
template <std::uint32_t kCopies>
__device__ __forceinline__ void quantize_privately(const PlaneArguments& magnitude, const PlaneArguments& edges,
                                                   const SizeArguments& size, Address counts) {
  __shared__ std::uint32_t own[kCopies][256];
  const std::uint32_t thread = threadIdx.y * kBlockWidth + threadIdx.x;
  for (std::uint32_t copy = 0; copy < kCopies; ++copy) {
    own[copy][thread] = 0;
  }
  __syncthreads();
  const std::uint32_t x = pixel_x();
  for (std::uint32_t y = first_row(); x < size.width && y < size.height; y += row_step()) {
    const std::uint8_t edge = u8(plane_row<const float>(magnitude, y)[x]);
    plane_row<std::uint8_t>(edges, y)[x] = edge;
    atomicAdd(&own[threadIdx.y % kCopies][edge], 1U);
  }
  __syncthreads();
  std::uint32_t sum = 0;
  for (std::uint32_t copy = 0; copy < kCopies; ++copy) {
    sum += own[copy][thread];
  }
  if (sum != 0) {
    atomicAdd(reinterpret_cast<std::uint32_t*>(counts) + thread, sum);
  }
}

}  // namespace

extern "C" {

__global__ void quantize_global(PlaneArguments magnitude, PlaneArguments edges, SizeArguments size, Address counts) {
  const std::uint32_t x = pixel_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    const std::uint8_t edge = u8(plane_row<const float>(magnitude, y)[x]);
    plane_row<std::uint8_t>(edges, y)[x] = edge;
    atomicAdd(reinterpret_cast<std::uint32_t*>(counts) + edge, 1U);
  }
}

__global__ void quantize_block(PlaneArguments magnitude, PlaneArguments edges, SizeArguments size, Address counts) {
  quantize_privately<1>(magnitude, edges, size, counts);
}

__global__ void quantize_warp(PlaneArguments magnitude, PlaneArguments edges, SizeArguments size, Address counts) {
  quantize_privately<kBlockHeight>(magnitude, edges, size, counts);
}
}

}  // namespace sobelcam::cuda
