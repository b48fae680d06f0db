// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/ablation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "kernels/pipelines.h"
#include "tools/sobelcam/gpu_chain.h"
#include "tools/sobelcam/gpu_limits.h"
#include "tools/sobelcam/gpu_stopwatch.h"

namespace sobelcam::tool {
namespace {

constexpr std::size_t kAblationWarmUps = 3;
constexpr unsigned kCallsAChain = 8;

/// Takes the chains of a report through the device.
class Ablation {
 public:
  Ablation(const gpu::Device& device, KernelsReport& report)
      : device_(device), report_(report), variants_(device), stopwatch_(device) {}

  void validate(ChainTiming& line) {
    for (const FrameSize size : report_.validated_sizes) {
      const BenchFrames& frames = frames_of(size);
      const auto expected =
          reference_->process(Frame::borrowing(frames.frame(0)), {PlaneSet::all(), false, false}).value();
      const GpuPlanes planes(device_, size);
      const gpu::Stream& stream = stopwatch_.stream();
      planes.upload(frames.frame(0), stream);
      planes.spoil(stream);
      variants_.queue(line.chain, planes, stream);
      line.difference = planes.difference(expected, stream);
      if (!line.difference.empty()) {
        line.difference = "at " + to_string(size) + ": " + line.difference;
        return;
      }
    }
  }

  /// Enough sets of planes that what a kernel reads has left the second-level cache when its turn comes again.
  void prepare_sets() {
    constexpr std::size_t kFewest = 4;
    constexpr std::size_t kMost = 64;
    constexpr std::size_t kBytesOfSmallestVariant = 5;  // of quantization, a pixel
    const std::size_t pixels = std::size_t{report_.size.width} * report_.size.height;
    const std::size_t wanted = 2 * report_.gpu.l2_bytes / (kBytesOfSmallestVariant * pixels) + 1;
    sets_.emplace_back(device_, report_.size);
    const std::size_t affordable =
        std::max<std::size_t>(report_.gpu.total_bytes / 4 / std::max<std::size_t>(sets_.front().bytes(), 1), 1);
    const std::size_t count = std::min(std::clamp(wanted, kFewest, kMost), affordable);
    while (sets_.size() < count) {
      sets_.emplace_back(device_, report_.size);
    }
    report_.rotated_sets = count;
    report_.beyond_second_level = count >= wanted;
    const BenchFrames& frames = frames_of(report_.size);
    for (std::size_t set = 0; set < count; ++set) {
      sets_[set].upload(frames.frame(set), stopwatch_.stream());
    }
  }

  /// One launch of a variant in each set, one behind the other, divided by their number.
  double time_alone(const StageVariant& variant) {
    std::vector<double> us;
    const auto count = static_cast<unsigned>(sets_.size());
    for (std::size_t run = 0; run < kAblationWarmUps + report_.runs; ++run) {
      const double all_us = stopwatch_.time_us(count * variant.launches, [&](const gpu::Stream& stream) {
        for (const GpuPlanes& planes : sets_) {
          variants_.queue(variant.id, planes, stream);
        }
      });
      if (run >= kAblationWarmUps) {
        us.push_back(all_us / count);
      }
    }
    return median(std::move(us));
  }

  /// In turns, every other one backwards.
  void time_chains(std::vector<ChainTiming>& lines) {
    std::vector<std::vector<double>> us(lines.size());
    for (std::size_t run = 0; run < kAblationWarmUps + report_.runs; ++run) {
      for (std::size_t turn = 0; turn < lines.size(); ++turn) {
        const std::size_t index = run % 2 == 0 ? turn : lines.size() - 1 - turn;
        if (!lines[index].difference.empty()) {
          continue;
        }
        const double taken = stopwatch_.time_us(kCallsAChain, [&](const gpu::Stream& stream) {
          variants_.queue(lines[index].chain, sets_[run % sets_.size()], stream);
        });
        if (run >= kAblationWarmUps) {
          us[index].push_back(taken);
        }
      }
    }
    for (std::size_t index = 0; index < lines.size(); ++index) {
      lines[index].chain_us = summarize(std::move(us[index]));
    }
  }

  /// Leaves in every set what a chain's stages hand to each other, for the kernels alone.
  void fill_sets(const KernelChain& chain) {
    for (const GpuPlanes& planes : sets_) {
      variants_.queue(chain, planes, stopwatch_.stream());
    }
    stopwatch_.stream().synchronize();
  }

 private:
  const BenchFrames& frames_of(FrameSize size) {
    const auto same = [size](const auto& known) { return known.first == size; };
    const auto known = std::find_if(frames_.begin(), frames_.end(), same);
    if (known != frames_.end()) {
      return *known->second;
    }
    return *frames_.emplace_back(size, std::make_unique<BenchFrames>(size, PixelFormat::kRgb24, BenchScene::kTextured))
                .second;
  }

  const gpu::Device& device_;
  KernelsReport& report_;
  GpuVariants variants_;
  GpuStopwatch stopwatch_;
  std::unique_ptr<EdgePipeline> reference_ = choose_pipeline("reference").make({});
  std::vector<std::pair<FrameSize, std::unique_ptr<BenchFrames>>> frames_;
  std::vector<GpuPlanes> sets_;
};

/// The first chain with this variant: the baseline, or the one that has it alone.
const ChainTiming& chain_with(VariantId id, const std::vector<ChainTiming>& chains) {
  return *std::find_if(chains.begin(), chains.end(), [id](const ChainTiming& line) {
    const auto& taken = line.chain.variants;
    return std::find(taken.begin(), taken.end(), id) != taken.end();
  });
}

void fill_card(Ablation& ablation, KernelsReport& report) {
  for (const StageVariant& each : stage_variants()) {
    if (chain_with(each.id, report.chains).difference.empty()) {
      report.card.push_back({each.id, predict(each, report.size, report.limits), ablation.time_alone(each)});
    }
  }
}

void add_fastest_of_each(Ablation& ablation, KernelsReport& report) {
  const std::optional<KernelChain> fastest = fastest_of_each(report.card);
  const auto is_fastest = [&](const ChainTiming& line) { return line.chain.variants == fastest->variants; };
  if (fastest && std::none_of(report.chains.begin(), report.chains.end(), is_fastest)) {
    report.chains.push_back({*fastest, {}, {}, {}});
    ablation.validate(report.chains.back());
  }
}

}  // namespace

void run_ablation(KernelsReport& report) {
  const gpu::Device device = open_bench_gpu("bench kernels");
  report.gpu = describe(device);
  Ablation ablation(device, report);
  for (const KernelChain& chain : ablation_chains()) {
    report.chains.push_back({chain, {}, {}, {}});
    ablation.validate(report.chains.back());
  }
  const auto equal = [](const ChainTiming& line) { return line.difference.empty(); };
  const auto sound = std::find_if(report.chains.begin(), report.chains.end(), equal);
  if (sound == report.chains.end()) {
    return;
  }
  report.limits = measure_limits(device);
  ablation.prepare_sets();
  ablation.fill_sets(sound->chain);
  fill_card(ablation, report);
  add_fastest_of_each(ablation, report);
  ablation.time_chains(report.chains);
  compare_with_baseline(report.chains);
}

}  // namespace sobelcam::tool
