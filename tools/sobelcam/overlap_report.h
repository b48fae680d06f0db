// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/sobelcam/bench_frames.h"
#include "tools/sobelcam/bench_gpu.h"
#include "tools/sobelcam/bench_machine.h"
#include "tools/sobelcam/statistics.h"
#include "tools/sobelcam/timeline.h"

namespace sobelcam::tool {

/// How a batch of frames is put into streams.
struct BatchPlan {
  std::string name;
  unsigned slots = 1;
  bool in_order = false;  ///< everything in one stream
  bool graph = false;     ///< recorded once, then launched as a whole
};

/// One stream in order and one to three slots with streams of their own, each also as a graph.
std::vector<BatchPlan> batch_plans();

/// One plan for one filter.
struct BatchTiming {
  std::string filter;
  BatchPlan plan;
  std::string difference;           ///< of its output, in words; such a plan is not timed
  Statistics batch_us;              ///< from the first call of the driver until the last byte is back
  std::vector<Operation> timeline;  ///< of one more run, with marks
};

/// Everything that one run of 'bench overlap' found.
struct OverlapReport {
  BenchMachine machine;
  BenchGpu gpu;
  FrameSize size;
  std::size_t frames = 0;
  std::size_t rounds = 0;
  std::vector<BatchTiming> timings;
};

/// At most 100 columns.
void print(std::ostream& out, const OverlapReport& report);

/// The schema is in tools/README.md.
nlohmann::ordered_json to_json(const OverlapReport& report);

/// One line an operation, under a line of names.
void write_csv(std::ostream& out, const OverlapReport& report);

}  // namespace sobelcam::tool
