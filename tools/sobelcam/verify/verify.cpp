// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/verify.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include "kernels/pipelines.h"
#include "tools/sobelcam/verify/report_html.h"
#include "tools/sobelcam/verify/report_json.h"
#include "tools/sobelcam/verify/report_text.h"
#include "tools/sobelcam/verify/verify_run.h"

namespace sobelcam::tool {
namespace {

Shard shard_of(const VerifyOptions& options) {
  if (!options.shard.empty()) {
    return parse_shard(options.shard);
  }
  return shard_of_task([](const char* name) { return std::getenv(name); }).value_or(Shard{});
}

std::optional<RawFormat> raw_format_of(const VerifyOptions& options) {
  if (options.format.empty() != options.size.empty()) {
    throw std::invalid_argument("raw files need both --format FOURCC and --size WxH");
  }
  if (options.format.empty()) {
    if (options.stride != 0 || !options.range.empty()) {
      throw std::invalid_argument("--stride and --range belong to raw files: give --format and --size, too");
    }
    return std::nullopt;
  }
  return parse_raw_format(options.format, options.size, options.stride, options.range);
}

/// Fills in what runs and what cannot.
std::vector<const PipelineInfo*> chosen(const VerifyOptions& options, ReportHead& head) {
  std::vector<const PipelineInfo*> rows;
  const auto add = [&rows](const PipelineInfo* row) {
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) {
      rows.push_back(row);
    }
  };
  for (const std::string& name : options.pipelines) {
    if (name != "all") {
      add(&choose_pipeline(name));
      continue;
    }
    for (const PipelineInfo* row : pipelines()) {
      if (const Usability usability = row->usability(); usability.usable) {
        add(row);
      } else {
        head.left_out.emplace_back(row->name, usability.reason);
      }
    }
  }
  for (const PipelineInfo* row : rows) {
    head.pipelines.emplace_back(row->name);
  }
  return rows;
}

std::string options_line(const VerifyOptions& options, const std::optional<RawFormat>& raw) {
  std::string line = options.equalize ? "equalize" : "";
  if (raw) {
    line += std::string(line.empty() ? "" : " ") + std::string(fourcc(raw->format)) + " " + std::to_string(raw->width) +
            "x" + std::to_string(raw->height) + " stride " + std::to_string(raw->stride) + " " +
            std::string(name(raw->range));
  }
  return line;
}

/// How many frames this part has, for a bar; a set is passed over quickly.
std::uint64_t frames_of(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw, const Shard& shard) {
  const CursorStep step = FrameCursor(inputs, raw).read(std::numeric_limits<std::uint64_t>::max());
  const std::uint64_t places = std::get<SetEnd>(step).places;
  return places > shard.index ? (places - shard.index - 1) / shard.count + 1 : 0;
}

}  // namespace

ExitCode verify(const VerifyOptions& options, std::ostream& out, std::ostream& errors, std::ostream* progress) {
  ReportHead head;
  head.version = SOBELCAM_VERSION;
  head.shard = shard_of(options);
  const std::optional<RawFormat> raw = raw_format_of(options);
  RunOptions run;
  run.checks = {chosen(options, head), 1, options.equalize};
  run.shard = head.shard;
  run.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  run.first_picture = run.pictures_of_differences = !options.html.empty();
  const std::vector<SetInput> inputs = list_inputs(options.paths);
  std::transform(inputs.begin(), inputs.end(), std::back_inserter(head.inputs),
                 [](const SetInput& input) { return input.name; });
  head.fingerprint = fingerprint(inputs);
  head.options = options_line(options, raw);

  std::vector<std::unique_ptr<ReportSink>> sinks;
  if (!options.report.empty()) {
    sinks.push_back(std::make_unique<JsonReport>(options.report, head));
  }
  if (!options.html.empty()) {
    sinks.push_back(std::make_unique<HtmlReport>(options.html, head));
  }
  sinks.push_back(std::make_unique<TextReport>(head, out, errors, progress,
                                               progress != nullptr ? frames_of(inputs, raw, head.shard) : 0));

  const auto begin = std::chrono::steady_clock::now();
  ReportTotals totals;
  const RunEnd end = verify_frames(inputs, raw, run, [&](const Outcome& outcome) {
    if (const auto* fault = std::get_if<InputFault>(&outcome)) {
      ++totals.faults;
      std::for_each(sinks.begin(), sinks.end(), [&](auto& sink) { sink->fault(*fault); });
      return;
    }
    const auto& verdict = std::get<FrameVerdict>(outcome);
    totals.add(verdict);
    std::for_each(sinks.begin(), sinks.end(), [&](auto& sink) { sink->frame(verdict); });
  });
  totals.places = end.places;
  totals.notes = end.notes;
  totals.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::for_each(sinks.begin(), sinks.end(), [&](auto& sink) { sink->end(totals); });
  return static_cast<ExitCode>(totals.exit_code());
}

}  // namespace sobelcam::tool
