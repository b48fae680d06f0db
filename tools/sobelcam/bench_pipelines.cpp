// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_pipelines.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>
#include <utility>

#include "tools/sobelcam/bench_report.h"
#include "tools/sobelcam/bench_validation.h"
#include "tools/sobelcam/copy_bandwidth.h"
#include "tools/sobelcam/json_document.h"

namespace sobelcam::tool {
namespace {

/// Odd in both directions, so that what is left over at the ends of rows is held to the reference as well.
constexpr FrameSize kOddFrameSize{643, 479};

/// Who is timed at one size: contenders and lines of the report, in the same order.
struct Field {
  std::vector<Contender> contenders;
  std::vector<Timing> timings;

  void add(Timing timing, std::function<void()> prepare, std::function<void(std::size_t)> process) {
    timings.push_back(std::move(timing));
    contenders.push_back({std::move(prepare), std::move(process), {}, 0});
  }
};

void add_pipelines(Field& field, std::span<const Candidate> candidates, std::span<const unsigned> thread_counts,
                   const BenchFrames& frames, const EdgeRequest& request) {
  for (const Candidate& candidate : candidates) {
    if (!candidate.is_timed()) {
      continue;
    }
    for (const unsigned threads : thread_counts_of(*candidate.row, thread_counts)) {
      Timing timing;
      timing.name = candidate.row->name;
      timing.threads = threads;
      const std::shared_ptr<EdgePipeline> pipeline = make_pipeline(*candidate.row, threads);
      field.add(
          timing, [] {},
          [pipeline, &frames, request](std::size_t number) {
            pipeline->process(Frame::borrowing(frames.frame(number), {}, frames.memory()), request).value();
          });
    }
  }
}

/// A pipeline that wants frames in other than ordinary memory; every pipeline reads them there.
std::unique_ptr<EdgePipeline> first_with_memory_of_its_own(std::span<const Candidate> candidates) {
  for (const Candidate& candidate : candidates) {
    if (candidate.is_timed()) {
      auto pipeline = make_pipeline(*candidate.row, 1);
      if (&pipeline->frame_memory() != &ordinary_memory()) {
        return pipeline;
      }
    }
  }
  return nullptr;
}

void add_opencv(Field& field, std::span<const unsigned> thread_counts, const BenchFrames& frames, bool equalize) {
  for (const auto& [name, depth] :
       {std::pair{"opencv-8bit", OpenCvDepth::k8Bit}, std::pair{"opencv-float", OpenCvDepth::kFloat}}) {
    const std::shared_ptr<OpenCvChain> chain = make_opencv_chain(depth, equalize);
    for (const unsigned threads : thread_counts) {
      Timing timing;
      timing.name = name;
      timing.is_opencv = true;
      timing.threads = threads;
      field.add(
          timing, [threads] { set_opencv_threads(threads); },
          [chain, &frames](std::size_t number) { chain->run(frames.frame(number)); });
    }
  }
}

/// How many times as fast as the line of that name and number of threads, where there is one.
std::optional<double> times_as_fast(const Timing& timing, std::string_view name, std::span<const Timing> timings) {
  for (const Timing& other : timings) {
    if (other.name == name && other.is_opencv && other.threads == timing.threads && !timing.is_opencv) {
      return other.frame_ms.median / timing.frame_ms.median;
    }
  }
  return std::nullopt;
}

double copy_on(std::span<const CopyBandwidth> copies, unsigned threads) {
  const auto measured = [threads](const CopyBandwidth& copy) { return copy.threads == threads; };
  return std::find_if(copies.begin(), copies.end(), measured)->gb_per_s;
}

std::vector<Timing> time_size(FrameSize size, std::span<const Candidate> candidates,
                              std::span<const unsigned> thread_counts, const BenchReport& report) {
  const std::unique_ptr<EdgePipeline> demanding = first_with_memory_of_its_own(candidates);
  const BenchFrames frames(size, report.format, report.scene,
                           demanding ? demanding->frame_memory() : ordinary_memory());
  Field field;
  add_pipelines(field, candidates, thread_counts, frames, {{}, report.equalize, false});
  if (!report.opencv.version.empty()) {
    add_opencv(field, thread_counts, frames, report.equalize);
  }
  time_round_robin(field.contenders, report.budget);

  const double moved_gb = moved_bytes_per_pixel(report.format) * size.width * size.height / 1e9;
  for (std::size_t i = 0; i < field.timings.size(); ++i) {
    Timing& timing = field.timings[i];
    timing.size = size;
    timing.frame_ms = summarize(std::move(field.contenders[i].frame_ms));
    timing.gb_per_s = moved_gb / (timing.frame_ms.median / 1e3);
    timing.percent_of_copy = 100 * timing.gb_per_s / copy_on(report.copy, timing.threads);
  }
  for (Timing& timing : field.timings) {
    timing.times_opencv_8_bit = times_as_fast(timing, "opencv-8bit", field.timings);
    timing.times_opencv_float = times_as_fast(timing, "opencv-float", field.timings);
  }
  return std::move(field.timings);
}

NppLine time_npp_at(FrameSize size, BenchScene scene) {
  constexpr std::size_t kRuns = 30;
  NppLine line;
  line.size = size;
  try {
    const BenchFrames frames(size, PixelFormat::kRgb24, scene);
    std::vector<FrameView> views;
    for (std::size_t number = 0; number < frames.count(); ++number) {
      views.push_back(frames.frame(number));
    }
    line.timing = time_npp(views, kRuns);
  } catch (const std::runtime_error& error) {
    line.problem = error.what();
  }
  return line;
}

std::vector<FrameSize> parse_sizes(std::span<const std::string> texts) {
  std::vector<FrameSize> sizes;
  for (const std::string& text : texts) {
    sizes.push_back(parse_frame_size(text));
  }
  return sizes;
}

/// Everything that is known before the first measurement.
BenchReport begin_report(const BenchPipelinesOptions& options, std::span<const FrameSize> sizes) {
  BenchReport report;
  report.machine = this_machine();
  report.opencv = opencv_build();
  report.npp = npp_build();
  report.format = parse_pixel_format(options.format);
  if (!report.opencv.version.empty() && !opencv_takes(report.format)) {
    report.opencv = {"", "", "its chain is not made for " + std::string(format_name(report.format)),
                     "RGB24, for one, has it beside the pipelines"};
  }
  report.scene = parse_scene(options.scene);
  report.equalize = options.equalize;
  report.budget = options.budget;
  report.validated_sizes.assign(sizes.begin(), sizes.end());
  report.validated_sizes.push_back(kOddFrameSize);
  return report;
}

bool is_timed_on_a_gpu(const Candidate& candidate) {
  return candidate.is_timed() && candidate.row->name.starts_with("cuda-");
}

std::vector<unsigned> thread_counts(unsigned most) {
  return most > 1 ? std::vector<unsigned>{1, most} : std::vector<unsigned>{1};
}

ExitCode measure(std::span<const PipelineInfo* const> rows, const BenchPipelinesOptions& options, std::ostream& out) {
  const std::vector<FrameSize> sizes = parse_sizes(options.sizes);
  BenchReport report = begin_report(options, sizes);
  std::vector<Candidate> candidates = choose_candidates(rows, options.pipelines);
  std::ofstream document = open_document(options.json_file);
  const auto counts = thread_counts(options.threads > 0 ? options.threads : report.machine.hardware_threads);

  validate(candidates, counts, report);
  for (const Candidate& candidate : candidates) {
    report.pipelines.push_back(candidate.verdict);
  }
  for (const unsigned threads : counts) {
    report.copy.push_back({threads, copy_gb_per_s(threads, report.budget.seconds)});
  }
  const bool with_table = !options.json || !options.json_file.empty();
  if (with_table) {
    print_head(out, report);
  }
  for (const FrameSize size : sizes) {
    const std::vector<Timing> timings = time_size(size, candidates, counts, report);
    report.timings.insert(report.timings.end(), timings.begin(), timings.end());
    if (with_table) {
      print_timings(out, timings);
    }
  }
  if (!report.npp.version.empty() && report.format == PixelFormat::kRgb24 && !report.equalize) {
    for (const FrameSize size : sizes) {
      report.npp_lines.push_back(time_npp_at(size, report.scene));
    }
  }
  if (with_table) {
    print_foot(out, report);
  }
  if (std::any_of(candidates.begin(), candidates.end(), is_timed_on_a_gpu)) {
    report.device = bench_device({sizes, report.format, report.scene, report.equalize});
    if (with_table) {
      print_device(out, report.device);
    }
  }
  if (options.json) {
    write_document(options.json_file.empty() ? out : document, to_json(report));
  }
  if (!out.flush()) {
    throw std::runtime_error("the report cannot be written");
  }
  const auto differs = [](const Candidate& candidate) {
    return candidate.verdict.status == PipelineVerdict::Status::kDifferent;
  };
  return std::any_of(candidates.begin(), candidates.end(), differs) ? kDifferent : kOk;
}

}  // namespace

ExitCode bench_pipelines(std::span<const PipelineInfo* const> rows, const BenchPipelinesOptions& options,
                         std::ostream& out) {
  try {
    return measure(rows, options, out);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("not enough memory for frames of these sizes; choose smaller ones with --size");
  }
}

}  // namespace sobelcam::tool
