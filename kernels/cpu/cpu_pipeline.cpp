// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/cpu_pipeline.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/cpu/band.h"
#include "kernels/cpu/worker_pool.h"
#include "kernels/reference/stages.h"

namespace sobelcam {
namespace {

/// Rows below which a band is not worth a wake-up, nor the halo rows that it computes again.
constexpr std::uint32_t kSmallestBand = 16;

unsigned workers_for(unsigned wanted) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  return wanted != 0 ? wanted : std::max(1U, cores - 1);
}

class CpuPipeline final : public EdgePipeline {
 public:
  CpuPipeline(const PipelineOptions& options, const cpu::Target& target)
      : EdgePipeline(options),
        kernels_(target.kernels),
        pool_(workers_for(options.threads)),
        scratch_(pool_.workers()) {}

 private:
  using Clock = std::chrono::steady_clock;

  void start(EdgeOutput& output) override {
    output.edges.reshape(output.width, output.height, memory());
    for (cpu::Scratch& scratch : scratch_) {
      scratch.edges.clear();
      scratch.levels.clear();
    }
    const PlaneSet planes = output.request.planes;
    cpu::BandOutputs outputs{.gray = wanted(output, output.gray, planes.contains(Plane::kGray)),
                             .blur = wanted(output, output.blur, planes.contains(Plane::kBlur)),
                             .levels = {},
                             .magnitude = wanted(output, output.magnitude, planes.contains(Plane::kMagnitude)),
                             .edges = output.edges.view()};
    if (!output.request.equalize && !planes.contains(Plane::kEqualized)) {
      one_pass(output, outputs);
    } else {
      two_passes(output, outputs);
    }
    output.histogram = {};
    for (const cpu::Scratch& scratch : scratch_) {
      scratch.edges.add_to(output.histogram);
    }
  }

  /// An empty view where nobody wants the plane.
  template <typename Pixel>
  ImageView<Pixel> wanted(const EdgeOutput& output, Image<Pixel>& image, bool is_wanted) {
    if (!is_wanted) {
      return {};
    }
    image.reshape(output.width, output.height, memory());
    return image.view();
  }

  void one_pass(EdgeOutput& output, const cpu::BandOutputs& outputs) {
    const auto begin = Clock::now();
    from_frame(output, outputs);
    output.timings.add("fused", Clock::now() - begin);
  }

  /// The lookup table needs every level of the blurred picture before the first pixel can pass through it.
  void two_passes(EdgeOutput& output, cpu::BandOutputs outputs) {
    levels_.reshape(output.width, output.height, ordinary_memory());
    outputs.levels = levels_.view();
    const auto edges = outputs.edges;
    if (output.request.equalize) {
      outputs.edges = {};
    }
    const auto begin = Clock::now();
    from_frame(output, outputs);
    const auto blurred = Clock::now();
    output.timings.add(output.request.equalize ? "blur" : "fused", blurred - begin);

    const reference::LookupTable lut = equalization(output);
    if (output.request.planes.contains(Plane::kEqualized)) {
      output.equalized.reshape(output.width, output.height, memory());
      run(output.height, [&](unsigned, cpu::Band band) { apply(lut, output.equalized.view(), band); });
    }
    const auto equalized = Clock::now();
    output.timings.add("equalize", equalized - blurred);

    if (output.request.equalize) {
      outputs.edges = edges;
      const cpu::EqualizedPlane plane{levels_.view(), &lut};
      run(output.height,
          [&](unsigned worker, cpu::Band band) { kernels_.from_equalized(plane, outputs, band, scratch_[worker]); });
      output.timings.add("sobel", Clock::now() - equalized);
    }
  }

  void from_frame(EdgeOutput& output, const cpu::BandOutputs& outputs) {
    const FrameView frame = output.frame.view();
    run(output.height,
        [&](unsigned worker, cpu::Band band) { kernels_.from_frame(frame, outputs, band, scratch_[worker]); });
    output.frame_was_read();
  }

  reference::LookupTable equalization(const EdgeOutput& output) const {
    Histogram counts{};
    for (const cpu::Scratch& scratch : scratch_) {
      scratch.levels.add_to(counts);
    }
    return reference::equalization(counts, std::uint64_t{output.width} * output.height);
  }

  void apply(const reference::LookupTable& lut, ImageView<std::uint8_t> equalized, cpu::Band band) const {
    for (std::uint32_t y = band.begin; y < band.end; ++y) {
      std::transform(levels_.row(y), levels_.row(y) + equalized.width, equalized.row(y),
                     [&lut](std::uint8_t level) { return lut[level]; });
    }
  }

  /// Shares a picture's rows out as bands of equal height.
  template <typename Work>
  void run(std::uint32_t height, const Work& work) {
    const std::uint32_t bands = std::clamp(height / kSmallestBand, 1U, pool_.workers());
    pool_.run(bands, [&](unsigned worker, unsigned number) {
      const auto edge = [&](std::uint64_t n) { return static_cast<std::uint32_t>(n * height / bands); };
      work(worker, cpu::Band{edge(number), edge(number + 1)});
    });
  }

  cpu::BandKernels kernels_;
  cpu::WorkerPool pool_;
  std::vector<cpu::Scratch> scratch_;  ///< one a worker
  Image<std::uint8_t> levels_;         ///< between the two passes of equalization
};

constexpr std::size_t kMostTargets = 4;

template <std::size_t kTarget>
Usability target_usability() {
  const cpu::Target& target = cpu::targets()[kTarget];
  return runs_here(target) ? Usability{} : Usability{false, "this CPU has no " + std::string(target.name)};
}

template <std::size_t kTarget>
std::unique_ptr<EdgePipeline> make_for_target(const PipelineOptions& options) {
  return std::make_unique<CpuPipeline>(options, cpu::targets()[kTarget]);
}

/// The functions of a row are plain pointers, so that the target is a template argument.
template <std::size_t... kTarget>
std::vector<PipelineInfo> rows_for_targets(std::index_sequence<kTarget...> /*numbers*/) {
  constexpr std::array kUsability{&target_usability<kTarget>...};
  constexpr std::array kMake{&make_for_target<kTarget>...};
  static std::array<std::string, sizeof...(kTarget)> names;
  std::vector<PipelineInfo> rows;
  for (std::size_t i = 0; i < cpu::targets().size(); ++i) {
    names.at(i) = "cpu-" + std::string(cpu::targets()[i].name);
    rows.push_back({names.at(i), "cpu for this instruction set alone", kUsability.at(i), kMake.at(i), true});
  }
  return rows;
}

}  // namespace

constinit const PipelineInfo kCpuPipeline{"cpu", "one pass with vectors and threads, exact on every CPU",
                                          [] { return Usability{}; },
                                          [](const PipelineOptions& options) -> std::unique_ptr<EdgePipeline> {
                                            return std::make_unique<CpuPipeline>(options, cpu::best_target());
                                          },
                                          true};

std::span<const PipelineInfo> cpu_target_pipelines() {
  static const std::vector<PipelineInfo> rows = rows_for_targets(std::make_index_sequence<kMostTargets>());
  return rows;
}

}  // namespace sobelcam
