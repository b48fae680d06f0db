// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thrust/device_vector.h>

#include <cstddef>
#include <cstdint>

#include "kernels/edge_result.h"

namespace sobelcam::by_thrust {

/// How often each byte occurs, by CUB; keeps the counters and CUB's storage from frame to frame.
///
/// Threads:  one at a time, with the context of its making current
/// Errors:   std::runtime_error
class ByteHistogram {
 public:
  ByteHistogram();
  /// Counts `size` bytes in the GPU's memory, behind what is queued to the stream, and waits for the counts.
  Histogram count(cudaStream_t stream, const std::uint8_t* bytes, std::uint64_t size);

 private:
  thrust::device_vector<std::uint32_t> counts_;
  thrust::device_vector<std::byte> storage_;
};

}  // namespace sobelcam::by_thrust
