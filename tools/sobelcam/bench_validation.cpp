// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_validation.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "drivers/files/printable.h"
#include "kernels/first_difference.h"

namespace sobelcam::tool {
namespace {

void add(std::vector<Candidate>& candidates, const PipelineInfo& row, bool named) {
  const auto is_row = [&](const Candidate& candidate) { return candidate.row == &row; };
  const auto known = std::find_if(candidates.begin(), candidates.end(), is_row);
  const Usability usability = row.usability();
  if (named && !usability.usable) {
    throw std::runtime_error("pipeline '" + std::string(row.name) + "' cannot run here: " + usability.reason);
  }
  if (known != candidates.end()) {
    return;
  }
  using Status = PipelineVerdict::Status;
  candidates.push_back({&row,
                        {std::string(row.name), usability.usable ? Status::kTimed : Status::kUnusable,
                         usability.usable ? "" : usability.reason}});
}

std::invalid_argument unknown_name(std::span<const PipelineInfo* const> rows, std::string_view name) {
  std::string known = "all";
  for (const PipelineInfo* row : rows) {
    known += ", " + std::string(row->name);
  }
  return std::invalid_argument("no such pipeline '" + printable(name) + "'; known: " + known);
}

EdgeResult run(EdgePipeline& pipeline, const FrameView& frame, const EdgeRequest& request) {
  return std::move(pipeline.process(Frame::borrowing(frame), request).value());
}

/// Words for the first difference between the expected planes and what a pipeline makes of the frame.
std::optional<std::string> difference(EdgePipeline& pipeline, const FrameView& frame, const EdgeResult& expected) {
  EdgeRequest request = expected.request();
  if (const auto found = first_difference(expected, run(pipeline, frame, request))) {
    return describe(*found);
  }
  request.planes = {};
  if (const auto found = first_difference(expected, run(pipeline, frame, request))) {
    return "without planes: " + describe(*found);
  }
  return std::nullopt;
}

void validate(Candidate& candidate, std::span<const unsigned> thread_counts, const FrameView& frame,
              const EdgeResult& expected) {
  for (const unsigned threads : thread_counts_of(*candidate.row, thread_counts)) {
    if (auto words = difference(*make_pipeline(*candidate.row, threads), frame, expected)) {
      words->erase(words->find_last_not_of('\n') + 1);
      candidate.verdict.status = PipelineVerdict::Status::kDifferent;
      candidate.verdict.reason = "at " + to_string(FrameSize{expected.width(), expected.height()}) + " on " +
                                 std::to_string(threads) + (threads == 1 ? " thread: " : " threads: ") + *words;
      return;
    }
  }
}

}  // namespace

std::vector<Candidate> choose_candidates(std::span<const PipelineInfo* const> rows,
                                         std::span<const std::string> names) {
  std::vector<Candidate> candidates;
  for (const std::string& name : names) {
    bool known = false;
    for (const PipelineInfo* row : rows) {
      const bool named = name == row->name;
      if (named || name == "all") {
        add(candidates, *row, named);
        known = true;
      }
    }
    if (!known) {
      throw unknown_name(rows, name);
    }
  }
  return candidates;
}

std::vector<unsigned> thread_counts_of(const PipelineInfo& row, std::span<const unsigned> counts) {
  return row.threaded ? std::vector<unsigned>(counts.begin(), counts.end()) : std::vector<unsigned>{1};
}

std::unique_ptr<EdgePipeline> make_pipeline(const PipelineInfo& row, unsigned threads) {
  PipelineOptions options;
  options.threads = threads;
  return row.make(options);
}

void validate(std::span<Candidate> candidates, std::span<const unsigned> thread_counts, const BenchReport& report) {
  const auto reference = choose_pipeline("reference").make({});
  for (const FrameSize size : report.validated_sizes) {
    const FrameLayout layout = aligned_layout(report.format, ColorRange::kFull, size.width, size.height);
    const Buffer buffer = ordinary_memory().allocate(layout_bytes(layout));
    const MutableFrameView frame{reinterpret_cast<std::uint8_t*>(buffer.data()), layout};
    draw_scene(frame, report.scene, 0);
    const EdgeResult expected = run(*reference, frame, {PlaneSet::all(), report.equalize, false});
    for (Candidate& candidate : candidates) {
      if (candidate.is_timed()) {
        validate(candidate, thread_counts, frame, expected);
      }
    }
  }
}

}  // namespace sobelcam::tool
