// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_overlap.h"

#include <algorithm>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "tools/sobelcam/batch_experiment.h"
#include "tools/sobelcam/json_document.h"

namespace sobelcam::tool {
namespace {

OverlapReport begin_report(const BenchOverlapOptions& options) {
  if (options.frames == 0 || options.rounds == 0) {
    throw std::invalid_argument("--frames and --rounds: at least 1");
  }
  OverlapReport report;
  report.machine = this_machine();
  report.size = parse_frame_size(options.size);
  report.frames = options.frames;
  report.rounds = options.rounds;
  return report;
}

ExitCode measure(const BenchOverlapOptions& options, std::ostream& out) {
  OverlapReport report = begin_report(options);
  std::ofstream document = open_document(options.json_file);
  std::ofstream csv = open_document(options.csv_file);
  run_batches(report);
  if (!options.json || !options.json_file.empty()) {
    print(out, report);
  }
  if (options.json) {
    write_document(options.json_file.empty() ? out : document, to_json(report));
  }
  if (csv.is_open()) {
    write_csv(csv, report);
    if (!csv.flush()) {
      throw std::runtime_error("the CSV file cannot be written");
    }
  }
  if (!out.flush()) {
    throw std::runtime_error("the report cannot be written");
  }
  const auto differs = [](const BatchTiming& timing) { return !timing.difference.empty(); };
  return std::any_of(report.timings.begin(), report.timings.end(), differs) ? kDifferent : kOk;
}

}  // namespace

ExitCode bench_overlap(const BenchOverlapOptions& options, std::ostream& out) {
  try {
    return measure(options, out);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("not enough memory for frames of this size; choose a smaller one with --size");
  }
}

}  // namespace sobelcam::tool
