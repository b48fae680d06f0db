// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/overlap_report.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "tools/sobelcam/formatted.h"

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

double frames_per_second(const BatchTiming& timing, std::size_t frames) {
  return 1e6 * static_cast<double>(frames) / timing.batch_us.median;
}

void print_table(std::ostream& out, const OverlapReport& report) {
  out << formatted("\n%-10s %-18s %12s %10s %10s %12s\n", "filter", "streams", "median us", "min us", "p95 us",
                   "frames/s");
  for (const BatchTiming& timing : report.timings) {
    if (timing.difference.empty()) {
      out << formatted("%-10s %-18s %12.1f %10.1f %10.1f %12.0f\n", timing.filter.c_str(), timing.plan.name.c_str(),
                       timing.batch_us.median, timing.batch_us.min, timing.batch_us.p95,
                       frames_per_second(timing, report.frames));
    }
  }
  for (const BatchTiming& timing : report.timings) {
    if (!timing.difference.empty()) {
      out << "NOT TIMED: " << timing.filter << ", " << timing.plan.name << ": " << timing.difference << "\n";
    }
  }
}

/// In lines of at most 100 columns.
std::string wrapped(std::string text) {
  constexpr std::size_t kColumns = 100;
  for (std::size_t start = 0; text.size() - start > kColumns;) {
    const std::size_t space = text.rfind(' ', start + kColumns);
    if (space == std::string::npos || space <= start) {
      break;
    }
    text[space] = '\n';
    start = space + 1;
  }
  return text;
}

void print_timeline(std::ostream& out, const BatchTiming& timing) {
  const Overlap overlap = overlap_of(timing.timeline);
  out << "\n"
      << timing.filter << ", " << timing.plan.name
      << formatted(": %.1f us; uploads %.1f us, kernels %.1f us, downloads %.1f us\n", overlap.span_us,
                   overlap.upload_us, overlap.kernel_us, overlap.download_us)
      << gantt(timing.timeline) << wrapped(in_words(overlap)) << "\n";
}

Json operation_json(const Operation& operation) {
  return {{"operation", name(operation.kind)},
          {"frame", operation.frame},
          {"slot", operation.slot},
          {"start_us", operation.start_us},
          {"end_us", operation.end_us}};
}

Json overlap_json(const Overlap& overlap) {
  return {{"span_us", overlap.span_us},
          {"upload_us", overlap.upload_us},
          {"kernel_us", overlap.kernel_us},
          {"download_us", overlap.download_us},
          {"upload_and_kernel_us", overlap.upload_and_kernel_us},
          {"upload_and_download_us", overlap.upload_and_download_us},
          {"kernel_and_download_us", overlap.kernel_and_download_us},
          {"any_two_us", overlap.any_two_us},
          {"significant", overlap.significant},
          {"in_words", in_words(overlap)}};
}

Json timing_json(const BatchTiming& timing, std::size_t frames) {
  Json json{{"filter", timing.filter},
            {"name", timing.plan.name},
            {"slots", timing.plan.slots},
            {"in_order", timing.plan.in_order},
            {"graph", timing.plan.graph}};
  if (!timing.difference.empty()) {
    json.update({{"status", "different"}, {"reason", timing.difference}});
    return json;
  }
  json.update({{"status", "timed"},
               {"rounds", timing.batch_us.count},
               {"median_us", timing.batch_us.median},
               {"mean_us", timing.batch_us.mean},
               {"min_us", timing.batch_us.min},
               {"fps", frames_per_second(timing, frames)},
               {"overlap", overlap_json(overlap_of(timing.timeline))},
               {"timeline", Json::array()}});
  for (const Operation& operation : timing.timeline) {
    json["timeline"].push_back(operation_json(operation));
  }
  return json;
}

}  // namespace

std::vector<BatchPlan> batch_plans() {
  std::vector<BatchPlan> plans;
  for (const bool graph : {false, true}) {
    const std::string suffix = graph ? ", graph" : "";
    plans.push_back({"in order" + suffix, 1, true, graph});
    for (unsigned slots = 1; slots <= 3; ++slots) {
      plans.push_back({std::to_string(slots) + (slots == 1 ? " slot" : " slots") + suffix, slots, false, graph});
    }
  }
  return plans;
}

void print(std::ostream& out, const OverlapReport& report) {
  out << "program: sobelcam " << report.machine.version << ", " << report.machine.compiler << ", "
      << report.machine.build_type << "\n"
      << "CPU:     " << report.machine.cpu << "\n"
      << gpu_line(report.gpu) << "batch:   " << report.frames << (report.frames == 1 ? " frame" : " frames")
      << " GREY, textured, " << to_string(report.size) << "; " << report.rounds
      << " rounds, every byte of every output checked\n";
  print_table(out, report);
  for (const BatchTiming& timing : report.timings) {
    if (!timing.timeline.empty()) {
      print_timeline(out, timing);
    }
  }
  out << "\nTimes are the CPU's, from the first call until the last byte is back. Timelines are of one more\n"
         "run, by marks on the GPU; a digit is the frame, 0 to 9, a to z.\n";
}

Json to_json(const OverlapReport& report) {
  Json json{{"version", report.machine.version},
            {"machine", to_json(report.machine)},
            {"gpu", to_json(report.gpu)},
            {"settings",
             {{"format", "GREY"},
              {"scene", "textured"},
              {"width", report.size.width},
              {"height", report.size.height},
              {"frames", report.frames},
              {"rounds", report.rounds}}},
            {"timings", Json::array()}};
  for (const BatchTiming& timing : report.timings) {
    json["timings"].push_back(timing_json(timing, report.frames));
  }
  return json;
}

void write_csv(std::ostream& out, const OverlapReport& report) {
  out << "filter,streams,graph,frame,slot,operation,start_us,end_us\n";
  for (const BatchTiming& timing : report.timings) {
    for (const Operation& operation : timing.timeline) {
      out << timing.filter << "," << (timing.plan.in_order ? "in order" : std::to_string(timing.plan.slots)) << ","
          << (timing.plan.graph ? 1 : 0) << "," << operation.frame << "," << operation.slot << ","
          << name(operation.kind) << formatted(",%.3f,%.3f\n", operation.start_us, operation.end_us);
    }
  }
}

}  // namespace sobelcam::tool
