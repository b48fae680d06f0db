// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/gpu_stopwatch.h"

#include <cstdint>

#include "kernels/cuda/bench/bench_code.h"

namespace sobelcam::tool {

GpuStopwatch::GpuStopwatch(const gpu::Device& device)
    : stream_(device),
      start_(device, gpu::EventTiming::kOn),
      end_(device, gpu::EventTiming::kOn),
      hold_back_(cuda::load_bench(device, "bench_probes").function("hold_back")) {}

double GpuStopwatch::time_us(unsigned calls, const std::function<void(const gpu::Stream& stream)>& queue) {
  constexpr std::uint32_t kMicrosecondsAtLeast = 100;
  constexpr std::uint32_t kMicrosecondsACall = 10;
  hold_back_.launch({}, stream_, kMicrosecondsAtLeast + kMicrosecondsACall * std::uint32_t{calls});
  start_.record(stream_);
  queue(stream_);
  end_.record(stream_);
  return gpu::elapsed(start_, end_).count();
}

}  // namespace sobelcam::tool
