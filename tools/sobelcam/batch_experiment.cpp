// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/batch_experiment.h"

#include <memory>
#include <utility>

#include "tools/sobelcam/batch_runner.h"

namespace sobelcam::tool {
namespace {

constexpr int kBatchWarmUps = 2;

/// A plan as it is being measured.
struct Contest {
  BatchTiming timing;
  std::unique_ptr<BatchRunner> runner;
  std::vector<double> us;

  bool sound() const { return timing.difference.empty(); }
};

void run_checked(Contest& contest, const BatchMemory& memory, const BatchFilter& filter, std::string_view when) {
  if (!contest.sound()) {
    return;
  }
  memory.spoil();
  contest.us.push_back(contest.runner->run_us());
  contest.timing.difference = memory.difference(filter);
  if (!contest.sound()) {
    contest.timing.difference = std::string(when) + ", " + contest.timing.difference;
  }
}

void trace_checked(Contest& contest, const BatchMemory& memory, const BatchFilter& filter) {
  if (!contest.sound()) {
    return;
  }
  contest.runner->trace();  // the first launch of a graph takes longer
  memory.spoil();
  contest.timing.timeline = contest.runner->trace();
  contest.timing.difference = memory.difference(filter);
  if (!contest.sound()) {
    contest.timing.difference = "with marks, " + contest.timing.difference;
    contest.timing.timeline.clear();
  }
}

void run_filter(const gpu::Device& device, const BatchFilter& filter, const BatchMemory& memory,
                OverlapReport& report) {
  std::vector<Contest> contests;
  for (const BatchPlan& plan : batch_plans()) {
    Contest& contest = contests.emplace_back();
    contest.timing.filter = filter.name();
    contest.timing.plan = plan;
    contest.runner = std::make_unique<BatchRunner>(device, plan, memory, filter);
  }
  for (Contest& contest : contests) {
    for (int run = 0; run < kBatchWarmUps; ++run) {
      run_checked(contest, memory, filter, "warming up");
    }
    contest.us.clear();
  }
  for (std::size_t round = 0; round < report.rounds; ++round) {
    for (std::size_t turn = 0; turn < contests.size(); ++turn) {
      const std::size_t index = round % 2 == 0 ? turn : contests.size() - 1 - turn;
      run_checked(contests[index], memory, filter, "round " + std::to_string(round + 1));
    }
  }
  for (Contest& contest : contests) {
    trace_checked(contest, memory, filter);
    contest.timing.batch_us = summarize(std::move(contest.us));
    report.timings.push_back(std::move(contest.timing));
  }
}

}  // namespace

void run_batches(OverlapReport& report) {
  const gpu::Device device = open_bench_gpu("bench overlap");
  report.gpu = describe(device);
  const BatchMemory memory(device, report.size, report.frames);
  const std::vector<FrameView> frames = memory.frame_views();
  run_filter(device, *make_mean_filter(device, frames), memory, report);
  run_filter(device, *make_edge_filter(device, frames), memory, report);
}

}  // namespace sobelcam::tool
