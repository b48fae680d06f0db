// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/pipelines.h"
#include "tools/sobelcam/bench_report.h"

namespace sobelcam::tool {

/// A row of the table of pipelines that is asked for, and what became of it so far.
struct Candidate {
  const PipelineInfo* row = nullptr;
  PipelineVerdict verdict;

  bool is_timed() const { return verdict.status == PipelineVerdict::Status::kTimed; }
};

/// The rows of these names; "all" is every row, also those that cannot run here.
/// Errors:   std::invalid_argument on an unknown name, std::runtime_error on a row that is named and cannot run here
std::vector<Candidate> choose_candidates(std::span<const PipelineInfo* const> rows, std::span<const std::string> names);

/// On how many threads a row is measured: each of `counts` where it makes a difference, else one.
std::vector<unsigned> thread_counts_of(const PipelineInfo& row, std::span<const unsigned> counts);

std::unique_ptr<EdgePipeline> make_pipeline(const PipelineInfo& row, unsigned threads);

/// Holds every candidate to the bits of the reference at the report's sizes, on each number of threads, with every
/// plane and, as it is timed, with none; the verdict of one that differs says where.
void validate(std::span<Candidate> candidates, std::span<const unsigned> thread_counts, const BenchReport& report);

}  // namespace sobelcam::tool
