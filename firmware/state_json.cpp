// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/state_json.h"

#include <cmath>

#include "drivers/camera/camera_json.h"
#include "kernels/pipelines.h"

namespace sobelcam {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double rounded(double value) {
  return std::round(value * 10) / 10;
}

double age_ms(Clock::time_point then) {
  return rounded(std::chrono::duration<double, std::milli>(Clock::now() - then).count());
}

double age_s(Clock::time_point then) {
  return rounded(age_ms(then) / 1000);
}

Json distribution_json(const Distribution& d) {
  return {{"count", d.count},         {"last_us", rounded(d.last)}, {"p50_us", rounded(d.p50)},
          {"p95_us", rounded(d.p95)}, {"p99_us", rounded(d.p99)},   {"max_us", rounded(d.max)}};
}

Json source_json(const Site& site, const TelemetryReport& report) {
  const FrameReport frame = report.frame.value_or(FrameReport{});
  return {{"spec", site.source_spec},
          {"description", report.source_description},
          {"test_pattern", site.source_spec.starts_with("pattern:")},
          {"width", frame.width},
          {"height", frame.height},
          {"format", report.frame ? std::string(fourcc(frame.format)) : ""},
          {"range", report.frame ? std::string(name(frame.range)) : ""},
          {"format_changes", frame.format_changes}};
}

template <typename Counters>
Json counters_json(const CameraCounters& values, const Counters& counters) {
  Json json = Json::object();
  for (const NamedCounter& counter : counters) {
    json[std::string(counter.name)] = values.*counter.member;
  }
  return json;
}

Json camera_json(const TelemetryReport& report) {
  if (!report.camera) {
    return {};
  }
  const CameraFacts& facts = *report.camera->facts;
  Json json = {{"open", report.camera->open},
               {"path", facts.path},
               {"node", facts.node},
               {"driver", facts.driver},
               {"card", facts.card},
               {"bus", facts.bus},
               {"multi_planar", facts.multi_planar},
               {"chosen", facts.chosen},
               {"format", facts.format},
               {"width", facts.width},
               {"height", facts.height},
               {"stride_bytes", facts.stride},
               {"promised_fps", facts.fps},
               {"measured_fps", report.camera->open ? rounded(report.fps) : 0.0},
               {"timings", facts.timings},
               {"io", name(facts.io)},
               {"buffers", facts.buffers},
               {"notes", facts.notes}};
  json["frames"] = counters_json(report.camera->counters, kFrameCounters);
  json["events"] = counters_json(report.camera->counters, kCameraEventCounters);
  json["formats"] = modes_json<Json>(facts.modes);
  return json;
}

Json clients_json(const Clients& clients) {
  Json list = Json::array();
  for (const Client& client : clients.streaming) {
    list.push_back({{"id", client.id},
                    {"remote", client.remote},
                    {"view", name(client.view)},
                    {"age_s", age_s(client.since)},
                    {"sent", client.sent},
                    {"skipped", client.skipped},
                    {"bytes", client.bytes}});
  }
  return {{"connected", clients.connected},
          {"streaming", clients.streaming.size()},
          {"max", clients.max_streaming},
          {"list", std::move(list)}};
}

}  // namespace

Json state_json(const Site& site, const TelemetryReport& report) {
  Json frame;
  if (report.frame) {
    const CopyBytes& copies = report.frame->copies;
    frame = {{"seq", report.frame->sequence},
             {"age_ms", age_ms(report.frame->captured_at)},
             {"copied_bytes",
              {{"cpu", copies.cpu}, {"engines_up", copies.engines_up}, {"engines_down", copies.engines_down}}}};
  }
  return {{"version", SOBELCAM_VERSION},
          {"uptime_s", age_s(report.started_at)},
          {"source", source_json(site, report)},
          {"camera", camera_json(report)},
          {"pipeline", {{"name", site.pipeline}, {"equalize", site.equalize}}},
          {"frame", frame},
          {"fps", rounded(report.fps)},
          {"drops",
           {{"source", report.drops.source},
            {"pipeline", report.drops.pipeline},
            {"bad_frame", report.drops.bad_frame},
            {"encoder", report.drops.encoder}}},
          {"clients", clients_json(site.clients)},
          {"health",
           {{"ok", report.health.ok},
            {"state", report.health.state},
            {"reason", report.health.reason},
            {"since_s", age_s(report.health.since)}}}};
}

Json timings_json(const TelemetryReport& report) {
  Json stages = Json::array();
  for (const NamedDistribution& stage : report.stages) {
    Json row = {{"name", stage.name}};
    row.update(distribution_json(stage.distribution));
    stages.push_back(std::move(row));
  }
  return {{"seq", report.frame ? Json(report.frame->sequence) : Json()},
          {"stages", std::move(stages)},
          {"capture_to_publish", distribution_json(report.capture_to_publish)}};
}

Json histogram_json(const TelemetryReport& report) {
  const FrameReport& frame = report.frame.value();
  std::uint64_t total = 0;
  for (const std::uint32_t count : frame.histogram) {
    total += count;
  }
  return {{"seq", frame.sequence},
          {"width", frame.width},
          {"height", frame.height},
          {"bins", frame.histogram},
          {"total", total}};
}

Json pipelines_json(const Site& site) {
  Json rows = Json::array();
  for (const PipelineInfo* row : pipelines()) {
    const Usability usability = row->usability();
    rows.push_back(
        {{"name", row->name}, {"summary", row->summary}, {"usable", usability.usable}, {"reason", usability.reason}});
  }
  return {{"active", site.pipeline}, {"pipelines", std::move(rows)}};
}

Json controls_json(const TelemetryReport& report) {
  if (!report.camera || !report.camera->open) {
    const std::string reason = report.health.ok ? "the source is no camera" : report.health.reason;
    return {{"camera", Json()}, {"reason", reason}, {"controls", Json::array()}};
  }
  const CameraFacts& facts = *report.camera->facts;
  return {{"camera", facts.node},
          {"reason", facts.controls.empty() ? facts.card + " has no controls" : ""},
          {"controls", controls_json<Json>(facts.controls)}};
}

Json health_json(const TelemetryReport& report) {
  return {{"ok", report.health.ok},
          {"state", report.health.state},
          {"reason", report.health.reason},
          {"since_s", age_s(report.health.since)},
          {"age_ms", report.frame ? Json(age_ms(report.frame->captured_at)) : Json()}};
}

}  // namespace sobelcam
