// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/metrics_text.h"

#include <sstream>

namespace sobelcam {
namespace {

class Metrics {
 public:
  Metrics() { text_.precision(9); }

  void family(std::string_view name, std::string_view type, std::string_view help) {
    text_ << "# HELP " << name << " " << help << "\n# TYPE " << name << " " << type << "\n";
  }

  template <typename Value>
  void value(std::string_view name, std::string_view labels, Value number) {
    text_ << name;
    if (!labels.empty()) {
      text_ << "{" << labels << "}";
    }
    text_ << " " << number << "\n";
  }

  template <typename Value>
  void single(std::string_view name, std::string_view type, std::string_view help, Value number) {
    family(name, type, help);
    value(name, "", number);
  }

  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

/// Names of cameras are their makers' own: quotes and backslashes need an escape, bytes that are no
/// printable ASCII become a question mark.
std::string label(std::string_view key, std::string_view value) {
  std::string text = std::string(key) + "=\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      text += '\\';
    }
    text += c >= ' ' && c <= '~' ? c : '?';
  }
  return text + "\"";
}

void add_drops(Metrics& metrics, const Drops& drops) {
  metrics.family("sobelcam_drops_total", "counter", "Frames lost, by where.");
  metrics.value("sobelcam_drops_total", label("cause", "source"), drops.source);
  metrics.value("sobelcam_drops_total", label("cause", "pipeline"), drops.pipeline);
  metrics.value("sobelcam_drops_total", label("cause", "bad_frame"), drops.bad_frame);
  metrics.value("sobelcam_drops_total", label("cause", "encoder"), drops.encoder);
}

void add_states(Metrics& metrics, const Health& health) {
  metrics.family("sobelcam_state", "gauge", "1 for the state that holds, 0 for the others.");
  for (const std::string_view state : kHealthStates) {
    metrics.value("sobelcam_state", label("state", state), state == health.state ? 1 : 0);
  }
}

void add_camera(Metrics& metrics, const CameraReport& camera) {
  const CameraFacts& facts = *camera.facts;
  metrics.family("sobelcam_camera_info", "gauge", "1 while the camera is open.");
  metrics.value("sobelcam_camera_info",
                label("node", facts.node) + "," + label("driver", facts.driver) + "," + label("card", facts.card) +
                    "," + label("format", facts.format) + "," + label("io", name(facts.io)),
                camera.open ? 1 : 0);
  metrics.single("sobelcam_camera_promised_fps", "gauge",
                 "Frames a second by the driver's word; 0 where it names none.", facts.fps);
  metrics.family("sobelcam_camera_frames_total", "counter", "Frames of the camera, by what became of them.");
  for (const NamedCounter& counter : kFrameCounters) {
    metrics.value("sobelcam_camera_frames_total", label("outcome", counter.name), camera.counters.*counter.member);
  }
  metrics.family("sobelcam_camera_events_total", "counter", "What happened on the way, by kind.");
  for (const NamedCounter& counter : kCameraEventCounters) {
    metrics.value("sobelcam_camera_events_total", label("kind", counter.name), camera.counters.*counter.member);
  }
}

void add_copies(Metrics& metrics, const CopyBytes& copies) {
  metrics.family("sobelcam_frame_copied_bytes", "gauge", "Bytes of the newest frame that were copied, by whom.");
  metrics.value("sobelcam_frame_copied_bytes", label("by", "cpu"), copies.cpu);
  metrics.value("sobelcam_frame_copied_bytes", label("by", "engines_up"), copies.engines_up);
  metrics.value("sobelcam_frame_copied_bytes", label("by", "engines_down"), copies.engines_down);
}

void add_summary(Metrics& metrics, const std::string& name, const std::string& labels, const Distribution& d) {
  const std::string separator = labels.empty() ? "" : ",";
  metrics.value(name, labels + separator + label("quantile", "0.5"), d.p50 / 1e6);
  metrics.value(name, labels + separator + label("quantile", "0.95"), d.p95 / 1e6);
  metrics.value(name, labels + separator + label("quantile", "0.99"), d.p99 / 1e6);
  metrics.value(name + "_count", labels, d.count);
}

void add_clients(Metrics& metrics, const Clients& clients) {
  metrics.single("sobelcam_clients", "gauge", "Viewers of streams.", clients.streaming.size());
  metrics.single("sobelcam_connections", "gauge", "Open connections.", clients.connected);
  metrics.single("sobelcam_connections_total", "counter", "Connections accepted.", clients.connections_total);
  metrics.single("sobelcam_connections_refused_total", "counter", "Connections and streams refused for being too many.",
                 clients.refused_total);
  metrics.single("sobelcam_requests_total", "counter", "Requests answered.", clients.requests_total);
  metrics.single("sobelcam_stream_parts_total", "counter", "Pictures sent to viewers.", clients.parts_total);
  metrics.single("sobelcam_stream_skipped_total", "counter", "Pictures that slow viewers did not get.",
                 clients.skipped_total);
  metrics.single("sobelcam_stream_bytes_total", "counter", "Bytes of streams sent.", clients.bytes_total);
}

}  // namespace

std::string metrics_text(const Site& site, const TelemetryReport& report) {
  Metrics metrics;
  metrics.family("sobelcam_info", "gauge", "What runs.");
  metrics.value("sobelcam_info", label("version", SOBELCAM_VERSION) + "," + label("pipeline", site.pipeline), 1);
  metrics.single("sobelcam_up", "gauge", "1 while frames keep coming.", report.health.ok ? 1 : 0);
  add_states(metrics, report.health);
  metrics.single("sobelcam_frames_total", "counter", "Frames processed.", report.frames);
  metrics.single("sobelcam_fps", "gauge", "Frames a second over the last two seconds.", report.fps);
  if (report.frame) {
    const std::chrono::duration<double> age = std::chrono::steady_clock::now() - report.frame->captured_at;
    metrics.single("sobelcam_frame_age_seconds", "gauge", "Age of the newest frame.", age.count());
    add_copies(metrics, report.frame->copies);
  }
  add_drops(metrics, report.drops);
  if (report.camera) {
    add_camera(metrics, *report.camera);
  }
  metrics.single("sobelcam_source_faults_total", "counter", "How often the source was lost.", report.losses);
  metrics.family("sobelcam_encodes_total", "counter", "Pictures encoded, by view; 0 a second while nobody watches.");
  for (const View view : kViews) {
    metrics.value("sobelcam_encodes_total", label("view", name(view)),
                  report.encodes.at(static_cast<std::size_t>(view)));
  }
  metrics.family("sobelcam_stage_seconds", "summary", "Duration of each stage, over the last 1024 frames.");
  for (const NamedDistribution& stage : report.stages) {
    add_summary(metrics, "sobelcam_stage_seconds", label("stage", stage.name), stage.distribution);
  }
  metrics.family("sobelcam_capture_to_publish_seconds", "summary", "From capture to the encoded picture.");
  add_summary(metrics, "sobelcam_capture_to_publish_seconds", "", report.capture_to_publish);
  add_clients(metrics, site.clients);
  return metrics.text();
}

}  // namespace sobelcam
