// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/differential.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>
#include <utility>

#include "kernels/cpu/cpu_pipeline.h"
#include "kernels/reference/reference_pipeline.h"
#include "tests/support/guarded.h"

namespace sobelcam::test {
namespace {

Histogram count(ImageView<const std::uint8_t> edges) {
  Histogram counts{};
  for (std::uint32_t y = 0; y < edges.height; ++y) {
    for (std::uint32_t x = 0; x < edges.width; ++x) {
      ++counts[edges.row(y)[x]];
    }
  }
  return counts;
}

std::optional<std::string> histogram_violation(const EdgeResult& result) {
  const auto& bins = result.histogram();
  const auto sum = std::accumulate(bins.begin(), bins.end(), std::uint64_t{0});
  const std::uint64_t pixels = std::uint64_t{result.width()} * result.height();
  if (sum != pixels) {
    return "the histogram sums to " + std::to_string(sum) + " for " + std::to_string(pixels) + " pixels";
  }
  if (bins != count(result.edges())) {
    return "the histogram does not count its own edge map";
  }
  return std::nullopt;
}

}  // namespace

std::vector<const PipelineInfo*> tested_rows() {
  std::vector<const PipelineInfo*> rows(pipelines().begin(), pipelines().end());
  for (const PipelineInfo& row : cpu_target_pipelines()) {
    rows.push_back(&row);
  }
  return rows;
}

EdgeResult run_row(const PipelineInfo& row, const FrameView& frame, const EdgeRequest& request,
                   BufferProvider* memory) {
  PipelineOptions options;
  options.memory = memory;
  const auto pipeline = row.make(options);
  auto result = pipeline->process(Frame::borrowing(frame), request);
  return std::move(result.value());
}

std::optional<Difference> difference_from_reference(const PipelineInfo& row, const FrameView& frame, bool equalize) {
  const EdgeRequest request{PlaneSet::all(), equalize, false};
  const EdgeResult expected = run_row(kReferencePipeline, frame, request);
  return first_difference(expected, run_row(row, frame, request));
}

std::optional<std::string> violation(const PipelineInfo& row, const FrameView& frame, bool equalize) {
  const EdgeRequest everything{PlaneSet::all(), equalize, false};
  const EdgeRequest edges_only{{}, equalize, false};
  GuardedMemory memory;
  const EdgeResult expected = run_row(kReferencePipeline, frame, everything);
  const EdgeResult actual = run_row(row, frame, everything, &memory);
  if (const auto difference = first_difference(expected, actual)) {
    return describe(*difference);
  }
  if (const auto difference = first_difference(actual, run_row(row, frame, everything, &memory))) {
    return "a second run gives other bits: " + describe(*difference);
  }
  if (const auto difference = first_difference(actual, run_row(row, frame, edges_only, &memory))) {
    return "without planes the edges are others: " + describe(*difference);
  }
  if (!memory.intact()) {
    return "bytes beside an output were overwritten";
  }
  return histogram_violation(actual);
}

std::vector<std::string> demanded_rows() {
  const char* value = std::getenv("SOBELCAM_REQUIRE");
  std::istringstream list(value != nullptr ? value : "");
  std::vector<std::string> names;
  for (std::string item; std::getline(list, item, ',');) {
    names.push_back(item);
  }
  return names;
}

std::optional<std::string> unusable(const PipelineInfo& row, bool& demanded) {
  const Usability usability = row.usability();
  if (usability.usable) {
    return std::nullopt;
  }
  const auto names = demanded_rows();
  demanded = std::find(names.begin(), names.end(), row.name) != names.end();
  return usability.reason;
}

}  // namespace sobelcam::test
