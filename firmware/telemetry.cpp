// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/telemetry.h"

#include <algorithm>
#include <utility>

namespace sobelcam {
namespace {

constexpr std::chrono::seconds kFpsWindow{2};

}  // namespace

Telemetry::Telemetry() {
  now_.started_at = Clock::now();
  now_.health.since = now_.started_at;
}

void Telemetry::source_opened(std::string description) {
  const std::lock_guard lock(mutex_);
  now_.source_description = std::move(description);
  last_sequence_.reset();
  last_captured_at_.reset();
  now_.frame_interval = {};
}

void Telemetry::source_fault(const SourceFault& fault) {
  const std::lock_guard lock(mutex_);
  if (now_.health.ok || now_.health.state == "starting") {
    ++now_.losses;
  }
  set_health(false, name(fault.kind), fault.message);
}

void Telemetry::frame_done(const EdgeResult& result, const FrameLayout& layout, const CopyBytes& copies) {
  const auto done_at = Clock::now();
  const FrameStamp& stamp = result.stamp();
  const std::lock_guard lock(mutex_);
  if (last_sequence_ && stamp.sequence > *last_sequence_ + 1) {
    now_.drops.source += stamp.sequence - *last_sequence_ - 1;
  }
  last_sequence_ = stamp.sequence;
  ++now_.frames;
  if (last_captured_at_) {
    // The shorter of the last two: one long gap does not make a source a slow one.
    const auto interval = stamp.captured_at - *last_captured_at_;
    now_.frame_interval = std::min(interval, last_interval_.value_or(interval));
    last_interval_ = interval;
  } else {
    last_interval_.reset();
  }
  last_captured_at_ = stamp.captured_at;
  bad_since_last_good_.reset();
  now_.frame = FrameReport{stamp.sequence,       layout.width,      layout.height,      layout.format, layout.range,
                           stamp.format_changes, stamp.captured_at, result.histogram(), copies};
  recent_.push_back(done_at);
  while (recent_.front() < done_at - kFpsWindow) {
    recent_.pop_front();
  }
  for (const StageTiming& timing : result.timings()) {
    add_to_stage(timing.stage, timing.duration);
  }
  set_health(true, "ok", "");
}

void Telemetry::dropped_in_pipeline() {
  const std::lock_guard lock(mutex_);
  ++now_.drops.pipeline;
  if (last_sequence_) {
    ++*last_sequence_;  // counted here, and not as a gap
  }
}

void Telemetry::bad_frame(const SourceFault& fault) {
  const std::lock_guard lock(mutex_);
  ++now_.drops.bad_frame;
  if (last_sequence_) {
    ++*last_sequence_;  // a broken picture uses up its number; it is counted here and not as a gap
  }
  bad_since_last_good_ = fault;
  if (!now_.health.ok) {
    set_health(false, name(fault.kind), fault.message);
  }
}

void Telemetry::dropped_before_encoder() {
  const std::lock_guard lock(mutex_);
  ++now_.drops.encoder;
}

void Telemetry::encoded(View view, Microseconds encode, Microseconds since_capture) {
  const std::string stage = "encode_" + std::string(name(view));
  const std::lock_guard lock(mutex_);
  ++now_.encodes.at(static_cast<std::size_t>(view));
  add_to_stage(stage, encode);
  capture_to_publish_.add(since_capture);
}

void Telemetry::add_to_stage(std::string_view stage, Microseconds duration) {
  const auto same = [stage](const NamedSamples& entry) { return entry.name == stage; };
  auto found = std::find_if(stages_.begin(), stages_.end(), same);
  if (found == stages_.end()) {
    found = stages_.insert(stages_.end(), NamedSamples{std::string(stage), {}});
  }
  found->samples.add(duration);
}

void Telemetry::set_health(bool ok, std::string_view state, std::string reason) {
  if (now_.health.ok != ok || now_.health.state != state) {
    now_.health.since = Clock::now();
  }
  now_.health.ok = ok;
  now_.health.state = state;
  now_.health.reason = std::move(reason);
}

double Telemetry::fps(Clock::time_point now) const {
  const auto first = std::lower_bound(recent_.begin(), recent_.end(), now - kFpsWindow);
  const auto count = std::distance(first, recent_.end());
  if (count < 2) {
    return 0;
  }
  const std::chrono::duration<double> span = recent_.back() - *first;
  return span.count() > 0 ? static_cast<double>(count - 1) / span.count() : 0;
}

TelemetryReport Telemetry::report() const {
  const auto now = Clock::now();
  TelemetryReport report;
  std::vector<NamedSamples> stages;
  RecentSamples capture_to_publish;
  std::optional<SourceFault> bad;
  {
    // Sorting for the percentiles comes after the lock: the capture thread must not wait for it.
    const std::lock_guard lock(mutex_);
    report = now_;
    report.fps = fps(now);
    stages = stages_;
    capture_to_publish = capture_to_publish_;
    bad = bad_since_last_good_;
  }
  for (const NamedSamples& stage : stages) {
    report.stages.push_back({stage.name, stage.samples.distribution()});
  }
  report.capture_to_publish = capture_to_publish.distribution();
  const auto stale_after = std::max<Clock::duration>(kStaleAfter, 3 * report.frame_interval);
  if (report.health.ok && now - report.frame->captured_at > stale_after) {
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(now - report.frame->captured_at);
    report.health.ok = false;
    report.health.state = bad ? name(bad->kind) : name(SourceFaultKind::kStalled);
    report.health.reason = bad ? bad->message : "the newest frame is " + std::to_string(age.count()) + " s old";
    report.health.since = report.frame->captured_at + stale_after;
  }
  return report;
}

}  // namespace sobelcam
