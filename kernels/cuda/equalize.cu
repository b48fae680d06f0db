// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Equalization: the blur as bytes and their histogram, a table from it, every byte through the table.
//
//   version 1  the table made by one thread: 256 divisions of 64-bit integers, one after the other
//   version 2  a thread a level, the sums by doubling steps in shared memory; four pixels a thread       <- this file
//
// Shapes:     blur and equalized are height x width; blocks of 32 x 8 threads, for the table one of 256
// Reference:  kernels/reference/equalize.cpp
#include "kernels/cuda/quantize.cuh"

namespace sobelcam::cuda {

extern "C" {

__global__ void quantize_blur(PlaneArguments blur, PlaneArguments levels, SizeArguments size,
                              HistogramArguments histogram) {
  quantize(blur, levels, size, histogram);
}

/// histogram: 256 counts of four bytes; table: 256 bytes.
__global__ void equalization_table(Address histogram, Address table, SizeArguments size) {
  __shared__ std::int64_t cdf[256];
  __shared__ std::int64_t cdf_min;
  const std::uint32_t level = threadIdx.x;
  const std::int64_t own = reinterpret_cast<const std::uint32_t*>(histogram)[level];
  cdf[level] = own;
  for (std::uint32_t step = 1; step < 256; step *= 2) {
    __syncthreads();
    const std::int64_t below = level >= step ? cdf[level - step] : 0;
    __syncthreads();
    cdf[level] += below;
  }
  __syncthreads();
  if (own != 0 && cdf[level] == own) {
    cdf_min = own;  // the first level that occurs
  }
  __syncthreads();
  const std::int64_t spread = static_cast<std::int64_t>(size.width) * size.height - cdf_min;
  std::int64_t entry = level;
  if (spread != 0) {
    entry = cdf[level] == 0 ? 0 : (2 * 255 * (cdf[level] - cdf_min) + spread) / (2 * spread);
  }
  reinterpret_cast<std::uint8_t*>(table)[level] = static_cast<std::uint8_t>(entry);
}

/// In place: levels become their entries in the table.
__global__ void equalize(PlaneArguments levels, SizeArguments size, Address table) {
  __shared__ std::uint8_t entries[256];
  entries[threadIdx.y * 32 + threadIdx.x] =
      reinterpret_cast<const std::uint8_t*>(table)[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  const std::uint32_t x = thread_x();
  if (x >= size.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < size.height; y += row_step()) {
    auto* four = reinterpret_cast<uchar4*>(plane_row<std::uint8_t>(levels, y) + x);
    const uchar4 level = *four;
    *four = make_uchar4(entries[level.x], entries[level.y], entries[level.z], entries[level.w]);
  }
}
}

}  // namespace sobelcam::cuda
