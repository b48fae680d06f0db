// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_device.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/graph.h"
#include "drivers/gpu/pinned_buffer.h"
#include "drivers/gpu/usable_device.h"
#include "kernels/cuda/fused_kernels.h"
#include "kernels/cuda/pixel_reader.h"
#include "kernels/cuda/staged_kernels.h"
#include "kernels/reference/reference_pipeline.h"

namespace sobelcam::tool {
namespace {

constexpr int kWarmUps = 3;
constexpr int kRounds = 15;

/// Room for one set of counters.
constexpr std::size_t kCounterSet = 8192;
static_assert(cuda::kCounterBytes <= kCounterSet);

/// One frame in the GPU's memory and its edges.
struct DeviceFrame {
  gpu::DeviceBuffer pixels;
  gpu::DeviceBuffer edges;
};

/// The frames of one size, the planes and counters that their kernels share, and a stream.
class Workbench {
 public:
  Workbench(const gpu::Device& device, const DeviceBenchOptions& options, FrameSize size)
      : stream_(device),
        size_{size.width, size.height},
        layout_(aligned_layout(options.format, ColorRange::kFull, size.width, size.height)),
        scene_(options.scene),
        float_stride_(padded_row_bytes(size.width * sizeof(float))),
        byte_stride_(padded_row_bytes(size.width)) {
    const std::size_t bytes = layout_bytes(layout_);
    const std::size_t count = std::clamp<std::size_t>(kWorkingSetBytes / bytes, 3, 32);
    gpu::PinnedBuffer staging(device, bytes);
    for (std::size_t i = 0; i < count; ++i) {
      draw(i, staging.data());
      frames_.push_back({gpu::DeviceBuffer(device, bytes + 64), gpu::DeviceBuffer(device, byte_stride_ * size.height)});
      stream_.upload(frames_.back().pixels.address(), {staging.data(), bytes});
      stream_.synchronize();
    }
    for (gpu::DeviceBuffer& plane : float_planes_) {
      plane = gpu::DeviceBuffer(device, float_stride_ * size.height);
    }
    levels_ = gpu::DeviceBuffer(device, byte_stride_ * size.height);
    counters_ = gpu::DeviceBuffer(device, kSets * kCounterSet);
    stream_.fill(counters_.address(), 0, kSets * kCounterSet);
    stream_.synchronize();
    work_.format = options.format;
    work_.request.equalize = options.equalize;
    work_.size = size_;
    work_.gray = {float_planes_[0].address(), float_stride_};
    work_.across = {float_planes_[1].address(), float_stride_};
    work_.blur = {float_planes_[2].address(), float_stride_};
    work_.magnitude = {float_planes_[3].address(), float_stride_};
    work_.equalized = {levels_.address(), byte_stride_};
    work_.histogram = {set(0), set(1)};
    work_.levels = {set(2), set(3)};
    work_.table = set(4);
  }

  const gpu::Stream& stream() const { return stream_; }
  std::size_t count() const { return frames_.size(); }

  /// What kernels are given for one of the frames.
  const cuda::FrameWork& work(std::size_t number) {
    const DeviceFrame& frame = frames_[number % count()];
    work_.frame = cuda::frame_arguments(layout_, frame.pixels.address(), layout_.stride);
    work_.edges = {frame.edges.address(), byte_stride_};
    return work_;
  }

  /// Holds the edges of frame `number` to the reference's, and the counts that were handed over last to frame `last`'s.
  void check(std::size_t number, std::size_t last, std::string_view name) const {
    const auto expected = reference(number);
    std::vector<std::byte> edges(byte_stride_ * size_.height);
    std::array<std::uint32_t, 256> bins{};
    stream_.download(edges, frames_[number % count()].edges.address());
    stream_.download(std::as_writable_bytes(std::span(bins)), work_.histogram.finished);
    stream_.synchronize();
    const auto view = expected->edges();
    bool equal = std::equal(bins.begin(), bins.end(), reference(last)->histogram().begin());
    for (std::uint32_t y = 0; y < size_.height; ++y) {
      equal = equal && std::memcmp(edges.data() + y * byte_stride_, view.row(y), size_.width) == 0;
    }
    if (!equal) {
      throw std::runtime_error(std::string(name) + " left other bits than the reference at " +
                               to_string({size_.width, size_.height}) + ": it is not timed");
    }
  }

 private:
  static constexpr std::size_t kWorkingSetBytes = 200U << 20U;  ///< several times the largest second-level cache
  static constexpr std::size_t kSets = 5;

  cuda::Address set(std::size_t number) const { return counters_.address() + number * kCounterSet; }

  void draw(std::size_t number, std::byte* target) const {
    draw_scene({reinterpret_cast<std::uint8_t*>(target), layout_}, scene_, number);
  }

  std::optional<EdgeResult> reference(std::size_t number) const {
    std::vector<std::byte> pixels(layout_bytes(layout_));
    draw(number % count(), pixels.data());
    const FrameView view{reinterpret_cast<const std::uint8_t*>(pixels.data()), layout_};
    return kReferencePipeline.make({})->process(Frame::borrowing(view), work_.request);
  }

  gpu::Stream stream_;
  cuda::SizeArguments size_;
  FrameLayout layout_;
  BenchScene scene_;
  std::size_t float_stride_;
  std::size_t byte_stride_;
  std::vector<DeviceFrame> frames_;
  std::array<gpu::DeviceBuffer, 4> float_planes_;
  gpu::DeviceBuffer levels_;
  gpu::DeviceBuffer counters_;
  cuda::FrameWork work_;
};

/// What a line is called whose kernels are recorded or launched one by one.
struct LaunchNames {
  std::string_view graph;
  std::string_view plain;
};
constexpr LaunchNames kInOrder{"graph", "plain"};
/// A frame's kernel may begin before the one ahead has ended.
constexpr LaunchNames kEarly{"early, graph", "early, plain"};

/// Queues the kernels of one frame.
using Queue = std::function<void(std::size_t number)>;

/// Rounds of frames, `launch` queues one round.
Statistics timed_rounds(const gpu::Device& device, const gpu::Stream& stream, std::size_t frames,
                        const std::function<void()>& launch) {
  gpu::Event begin(device, gpu::EventTiming::kOn);
  gpu::Event end(device, gpu::EventTiming::kOn);
  std::vector<double> frame_us;
  for (int round = -kWarmUps; round < kRounds; ++round) {
    begin.record(stream);
    launch();
    end.record(stream);
    const double us = gpu::elapsed(begin, end).count();
    if (round >= 0) {
      frame_us.push_back(us / static_cast<double>(frames));
    }
  }
  return summarize(std::move(frame_us));
}

double device_copy_gb_per_s(const gpu::Device& device) {
  constexpr std::size_t kBytes = 256U << 20U;
  const gpu::DeviceBuffer from(device, kBytes);
  const gpu::DeviceBuffer to(device, kBytes);
  const gpu::Stream stream(device);
  stream.fill(from.address(), 1, kBytes);
  const Statistics us = timed_rounds(device, stream, 1, [&] { stream.copy(to.address(), from.address(), kBytes); });
  return 2e-3 * static_cast<double>(kBytes) / us.median;
}

class DeviceBench {
 public:
  DeviceBench(const gpu::Device& device, const DeviceBenchOptions& options, DeviceReport& report)
      : device_(device),
        options_(options),
        report_(report),
        fused_(device, gpu::Jit::kWhenNeeded),
        staged_(device, gpu::Jit::kWhenNeeded) {}

  void time(FrameSize size) {
    Workbench bench(device_, options_, size);
    const gpu::Stream& stream = bench.stream();
    add(bench, size, "cuda-fused", kInOrder, [&](std::size_t number) {
      cuda::WorkRecorder recorder(stream);
      fused_.record(recorder, bench.work(number));
    });
    bench.check(0, bench.count() - 1, "cuda-fused");
    if (!options_.equalize && fused_.can_start_early()) {
      add(bench, size, "cuda-fused", kEarly,
          [&](std::size_t number) { fused_.launch_early(stream, bench.work(number)); });
      bench.check(0, bench.count() - 1, "cuda-fused, launched early");
    }
    add(bench, size, "cuda-staged", kInOrder, [&](std::size_t number) {
      cuda::WorkRecorder recorder(stream);
      staged_.record(recorder, bench.work(number));
    });
    bench.check(0, bench.count() - 1, "cuda-staged");
  }

 private:
  void add(Workbench& bench, FrameSize size, std::string_view kernels, const LaunchNames& names, const Queue& queue) {
    const gpu::Stream& stream = bench.stream();
    const std::size_t frames = 2 * bench.count();
    const auto round = [&] {
      for (std::size_t number = 0; number < frames; ++number) {
        queue(number);
      }
    };
    gpu::StreamCapture capture(stream);
    round();
    const gpu::GraphExec graph(capture.finish());
    add(size, kernels, names.graph, timed_rounds(device_, stream, frames, [&] { graph.launch(stream); }));
    add(size, kernels, names.plain, timed_rounds(device_, stream, frames, round));
  }

  void add(FrameSize size, std::string_view kernels, std::string_view launched, Statistics frame_us) {
    const double bytes_per_pixel = static_cast<double>(row_bytes(options_.format, 1)) + 1;
    const double gb_per_s = bytes_per_pixel * size.width * size.height / 1e3 / frame_us.median;
    report_.timings.push_back({size, kernels, launched, frame_us, gb_per_s, 100 * gb_per_s / report_.copy_gb_per_s});
  }

  const gpu::Device& device_;
  const DeviceBenchOptions& options_;
  DeviceReport& report_;
  cuda::FusedKernels fused_;
  cuda::StagedKernels staged_;
};

}  // namespace

DeviceReport bench_device(const DeviceBenchOptions& options) {
  const gpu::UsableDevice found = gpu::usable_device();
  if (!found.device) {
    return {found.reason, "", 0, {}};
  }
  found.device->make_current();
  DeviceReport report;
  report.name = found.device->properties().name;
  report.copy_gb_per_s = device_copy_gb_per_s(*found.device);
  DeviceBench bench(*found.device, options, report);
  for (const FrameSize size : options.sizes) {
    bench.time(size);
  }
  return report;
}

}  // namespace sobelcam::tool
