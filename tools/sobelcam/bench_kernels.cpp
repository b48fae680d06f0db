// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_kernels.h"

#include <algorithm>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "tools/sobelcam/ablation.h"
#include "tools/sobelcam/json_document.h"

namespace sobelcam::tool {
namespace {

/// Odd in both directions, so that halos and the ends of rows are held to the reference as well.
constexpr FrameSize kOddSize{643, 479};
constexpr std::size_t kFewestRuns = 10;

KernelsReport begin_report(const BenchKernelsOptions& options) {
  if (options.runs < kFewestRuns) {
    throw std::invalid_argument("--runs: at least 10, so that the numbers mean something");
  }
  KernelsReport report;
  report.machine = this_machine();
  report.size = parse_frame_size(options.size);
  report.runs = options.runs;
  report.validated_sizes = {report.size, kOddSize};
  return report;
}

ExitCode measure(const BenchKernelsOptions& options, std::ostream& out) {
  KernelsReport report = begin_report(options);
  std::ofstream document = open_document(options.json_file);
  run_ablation(report);
  if (!options.json || !options.json_file.empty()) {
    print(out, report);
  }
  if (options.json) {
    write_document(options.json_file.empty() ? out : document, to_json(report));
  }
  if (!out.flush()) {
    throw std::runtime_error("the report cannot be written");
  }
  const auto differs = [](const ChainTiming& line) { return !line.difference.empty(); };
  return std::any_of(report.chains.begin(), report.chains.end(), differs) ? kDifferent : kOk;
}

}  // namespace

ExitCode bench_kernels(const BenchKernelsOptions& options, std::ostream& out) {
  try {
    return measure(options, out);
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("not enough memory for frames of this size; choose a smaller one with --size");
  }
}

}  // namespace sobelcam::tool
