// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/gpu_limits.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "drivers/gpu/device_buffer.h"
#include "kernels/cuda/bench/bench_code.h"
#include "tools/sobelcam/gpu_stopwatch.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {
namespace {

constexpr int kLimitWarmUps = 3;
constexpr int kRuns = 10;

template <typename Measure>
double median_of_runs(const Measure& measure) {
  std::vector<double> values;
  for (int run = 0; run < kLimitWarmUps + kRuns; ++run) {
    const double value = measure();
    if (run >= kLimitWarmUps) {
      values.push_back(value);
    }
  }
  return median(std::move(values));
}

double copy_gb_per_s(const gpu::Device& device, GpuStopwatch& stopwatch) {
  constexpr std::size_t kBytes = std::size_t{256} << 20U;
  const std::size_t bytes = std::min(kBytes, device.properties().total_bytes / 8);
  const gpu::DeviceBuffer from(device, bytes);
  const gpu::DeviceBuffer to(device, bytes);
  const double us = median_of_runs([&] {
    return stopwatch.time_us(1, [&](const gpu::Stream& stream) { stream.copy(to.address(), from.address(), bytes); });
  });
  return 2 * static_cast<double>(bytes) / (us * 1e3);
}

double fma_tflops(const gpu::Device& device, const gpu::Module& probes, GpuStopwatch& stopwatch) {
  constexpr std::uint32_t kThreads = 256;
  constexpr std::uint32_t kPasses = 2048;
  constexpr double kFlopsAPass = 2 * 32;
  const auto blocks = static_cast<std::uint32_t>(std::max(device.properties().multiprocessors, 1)) * 8;
  const gpu::DeviceBuffer target(device, std::size_t{blocks} * kThreads * sizeof(float));
  const gpu::Function multiply_add = probes.function("multiply_add");
  const double us = median_of_runs([&] {
    return stopwatch.time_us(1, [&](const gpu::Stream& stream) {
      multiply_add.launch({{blocks}, {kThreads}}, stream, target.address(), kPasses);
    });
  });
  return kFlopsAPass * kPasses * kThreads * blocks / (us * 1e6);
}

double launch_us(const gpu::Module& probes, GpuStopwatch& stopwatch) {
  constexpr unsigned kLaunches = 64;
  const gpu::Function do_nothing = probes.function("do_nothing");
  const double us = median_of_runs([&] {
    return stopwatch.time_us(kLaunches, [&](const gpu::Stream& stream) {
      for (unsigned launch = 0; launch < kLaunches; ++launch) {
        do_nothing.launch({}, stream);
      }
    });
  });
  return us / kLaunches;
}

}  // namespace

GpuLimits measure_limits(const gpu::Device& device) {
  const gpu::Module probes = cuda::load_bench(device, "bench_probes");
  GpuStopwatch stopwatch(device);
  return {copy_gb_per_s(device, stopwatch), fma_tflops(device, probes, stopwatch), launch_us(probes, stopwatch)};
}

}  // namespace sobelcam::tool
