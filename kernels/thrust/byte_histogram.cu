// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/thrust/byte_histogram.h"

#include <cub/device/device_histogram.cuh>

#include "kernels/thrust/runtime.h"

namespace sobelcam::by_thrust {
namespace {

constexpr int kBins = 256;

}  // namespace

ByteHistogram::ByteHistogram() : counts_(kBins) {}

Histogram ByteHistogram::count(cudaStream_t stream, const std::uint8_t* bytes, std::uint64_t size) {
  std::uint32_t* counts = thrust::raw_pointer_cast(counts_.data());
  const auto histogram_even = [&](void* storage, std::size_t& storage_bytes) {
    check("cub::DeviceHistogram::HistogramEven",
          cub::DeviceHistogram::HistogramEven(storage, storage_bytes, bytes, counts, kBins + 1, 0, kBins,
                                              static_cast<std::int64_t>(size), stream));
  };
  std::size_t storage_bytes = 0;
  histogram_even(nullptr, storage_bytes);
  if (storage_.size() < storage_bytes) {
    storage_.resize(storage_bytes);
  }
  histogram_even(thrust::raw_pointer_cast(storage_.data()), storage_bytes);

  Histogram histogram;
  check("cudaMemcpyAsync",
        cudaMemcpyAsync(histogram.data(), counts, sizeof(histogram), cudaMemcpyDeviceToHost, stream));
  check("cudaStreamSynchronize", cudaStreamSynchronize(stream));
  return histogram;
}

}  // namespace sobelcam::by_thrust
