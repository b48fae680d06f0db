// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/report_json.h"

#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <system_error>

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

std::runtime_error cannot_write(const std::filesystem::path& path, const std::string& reason) {
  return std::runtime_error("cannot write " + path.string() + ": " + reason);
}

double tenths(double value) {
  return std::round(value * 10) / 10;
}

Json to_json(const Difference::Neighborhood& values) {
  Json rows = Json::array();
  for (const auto& row : values) {
    Json cells = Json::array();
    for (const auto& value : row) {
      cells.push_back(value ? Json(*value) : Json());
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

Json to_json(const Finding& finding) {
  Json json{{"check", finding.check}, {"place", finding.place}, {"words", finding.words}};
  if (const auto& difference = finding.difference) {
    json.update(Json{{"x", difference->x},
                     {"y", difference->y},
                     {"expected", difference->expected},
                     {"actual", difference->actual},
                     {"ulps", difference->ulps ? Json(*difference->ulps) : Json()},
                     {"on_border_ring", difference->on_border_ring},
                     {"different", difference->different},
                     {"total", difference->total},
                     {"input", to_json(finding.input)},
                     {"expected_around", to_json(difference->expected_around)},
                     {"actual_around", to_json(difference->actual_around)}});
  }
  return json;
}

Json to_json(const StageDistances& distances) {
  std::size_t used = distances.bins.size();
  while (used > 1 && distances.bins.at(used - 1) == 0) {
    --used;
  }
  return {
      {"stage", distances.stage},
      {"different", distances.different},
      {"total", distances.total},
      {"largest", distances.largest},
      {"largest_steps", distances.largest_steps},
      {"log2_bins", std::vector(distances.bins.begin(), distances.bins.begin() + static_cast<std::ptrdiff_t>(used))}};
}

Json to_json(const SubjectVerdict& subject) {
  Json timings = Json::object();
  for (const auto& [stage, microseconds] : subject.timings_us) {
    timings[stage] = tenths(microseconds);
  }
  Json json{{"name", subject.subject}, {"equal", subject.findings.empty()}, {"timings_us", std::move(timings)}};
  Json findings = Json::array();
  for (const Finding& finding : subject.findings) {
    findings.push_back(to_json(finding));
  }
  json["findings"] = std::move(findings);
  if (!subject.distances.empty()) {
    Json stages = Json::array();
    for (const StageDistances& distances : subject.distances) {
      stages.push_back(to_json(distances));
    }
    json["stages"] = std::move(stages);
  }
  return json;
}

Json to_json(const FrameVerdict& verdict) {
  Json subjects = Json::array();
  for (const SubjectVerdict& subject : verdict.subjects) {
    subjects.push_back(to_json(subject));
  }
  return {{"index", verdict.index},
          {"name", verdict.name},
          {"format", fourcc(verdict.layout.format)},
          {"range", name(verdict.layout.range)},
          {"width", verdict.layout.width},
          {"height", verdict.layout.height},
          {"stride", verdict.layout.stride},
          {"equalize", verdict.equalize},
          {"equal", verdict.equal()},
          {"subjects", std::move(subjects)}};
}

}  // namespace

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const ReportHead& head) {
  Json left_out = Json::object();
  for (const auto& [pipeline, reason] : head.left_out) {
    left_out[pipeline] = reason;
  }
  return {{"schema", kReportSchema},
          {"version", head.version},
          {"set", {{"fingerprint", head.fingerprint}, {"inputs", head.inputs}}},
          {"options", head.options},
          {"shard", {{"index", head.shard.index}, {"count", head.shard.count}}},
          {"pipelines", head.pipelines},
          {"left_out", std::move(left_out)}};
}

Json to_json(const ReportTotals& totals) {
  Json subjects = Json::object();
  for (const auto& [subject, result] : totals.subjects) {
    Json mean = Json::object();
    for (const auto& [stage, sum] : result.stage_us) {
      mean[stage] = tenths(sum / static_cast<double>(result.equal + result.different));
    }
    subjects[subject] = {{"equal", result.equal}, {"different", result.different}, {"mean_us", std::move(mean)}};
  }
  Json notes = Json::array();
  for (const FrameCursor::Note& note : totals.notes) {
    notes.push_back({{"input", note.name}, {"words", note.words}, {"is_fault", note.is_fault}});
  }
  return {{"verdict", verdict_word(totals)}, {"exit_code", totals.exit_code()},
          {"places", totals.places},         {"frames", totals.frames()},
          {"equal", totals.equal},           {"different", totals.different},
          {"faults", totals.faults},         {"subjects", std::move(subjects)},
          {"notes", std::move(notes)},       {"seconds", std::round(totals.seconds * 1000) / 1000}};
}

ReportFile::ReportFile(std::filesystem::path path)
    : path_(std::move(path)), unfinished_(path_.string() + ".tmp"), stream_(unfinished_, std::ios::binary) {
  if (!stream_) {
    throw cannot_write(path_, std::generic_category().message(errno));
  }
}

ReportFile::~ReportFile() {
  std::error_code absent;
  std::filesystem::remove(unfinished_, absent);
}

void ReportFile::finish() {
  stream_.close();
  if (!stream_) {
    throw cannot_write(path_, "its disk takes no more");
  }
  std::error_code error;
  std::filesystem::rename(unfinished_, path_, error);
  if (error) {
    throw cannot_write(path_, error.message());
  }
}

JsonReport::JsonReport(const std::filesystem::path& path, const ReportHead& head) : file_(path) {
  std::string opening = dumped(to_json(head), 2);
  opening.resize(opening.rfind('\n'));
  file_.stream() << opening << ",\n  \"frames\": [";
}

void JsonReport::frame(const FrameVerdict& verdict) {
  file_.stream() << (has_frames_ ? ",\n    " : "\n    ") << dumped(to_json(verdict));
  has_frames_ = true;
}

void JsonReport::fault(const InputFault& fault) {
  faults_.push_back({{"index", fault.index}, {"name", fault.name}, {"message", fault.message}});
}

void JsonReport::end(const ReportTotals& totals) {
  file_.stream() << (has_frames_ ? "\n  ],\n" : "],\n") << "  \"faults\": " << dumped(faults_)
                 << ",\n  \"summary\": " << dumped(to_json(totals)) << "\n}\n";
  file_.finish();
}

}  // namespace sobelcam::tool
