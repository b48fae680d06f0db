// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/capture_loop.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <random>
#include <utility>

#include "drivers/files/printable.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;

/// How long next() may wait before the loop looks for a stop request.
constexpr std::chrono::milliseconds kPatience{100};
/// How often the no-signal picture is shown, and how long a source may take to its first picture before it is.
constexpr std::chrono::milliseconds kNoSignalPeriod{1000};
/// How long a source must give frames until the next loss of it is one of its own.
constexpr std::chrono::milliseconds kProven{5000};
/// A folder of broken pictures is logged picture by picture, but not for ever.
constexpr std::size_t kLoggedBadFrames = 100;

void sleep_unless_stopped(Clock::time_point until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_until(lock, stop, until, [] { return false; });
}

}  // namespace

CaptureLoop::CaptureLoop(Parts parts) : parts_(std::move(parts)), back_off_(std::random_device()()) {}

void CaptureLoop::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // The source is closed before the wait: nobody must find a camera in use by a program that waits for it.
    if (const auto fault = read_source(stop)) {
      wait_out(*fault, stop);
    }
  }
}

std::optional<SourceFault> CaptureLoop::read_source(const std::stop_token& stop) {
  auto opened = parts_.open_source();
  if (auto* fault = std::get_if<SourceFault>(&opened)) {
    return std::move(*fault);
  }
  FrameSource& source = *std::get<std::unique_ptr<FrameSource>>(opened);
  parts_.telemetry.source_opened(source.description());
  parts_.telemetry.camera(source.camera());
  auto fault = read(source, stop);
  parts_.telemetry.camera(source.camera());
  parts_.telemetry.source_closed();
  return fault;
}

std::optional<SourceFault> CaptureLoop::read(FrameSource& source, const std::stop_token& stop) {
  const auto opened_at = Clock::now();
  first_frame_at_ = {};
  while (!stop.stop_requested()) {
    SourceEvent event = source.next(Clock::now() + kPatience);
    if (auto* frame = std::get_if<Frame>(&event)) {
      take(source, std::move(*frame));
    } else if (auto* fault = std::get_if<SourceFault>(&event)) {
      if (fault->kind != SourceFaultKind::kBadFrame) {
        return std::move(*fault);
      }
      report_bad_frame(*fault);
    } else if (std::holds_alternative<EndOfStream>(event)) {
      return SourceFault{SourceFaultKind::kNoSignal, source.description() + " has ended"};
    } else if (first_frame_at_ != Clock::time_point{}) {
      show_stall();
    } else if (Clock::now() - opened_at > kNoSignalPeriod) {
      show_start(source);
    }
    parts_.telemetry.camera(source.camera());
  }
  return std::nullopt;
}

void CaptureLoop::take(FrameSource& source, Frame frame) {
  const auto now = Clock::now();
  if (first_frame_at_ == Clock::time_point{}) {
    first_frame_at_ = now;
    next_log_ = now;
  }
  if (now >= next_log_) {
    next_log_ = now + kNoSignalPeriod;
    log_found(source, now);
  }
  // A source that is lost again at once is no success.
  if (now - first_frame_at_ > kProven) {
    back_off_.reset();
  }
  process(std::move(frame));
}

void CaptureLoop::process(Frame frame) {
  next_no_signal_ = {};  // the next trouble is shown at once
  const FrameLayout layout = frame.layout();
  width_ = layout.width;
  height_ = layout.height;
  EdgeRequest request = parts_.hub.demand(parts_.equalize);
  if (parts_.captures != nullptr) {
    parts_.captures->demand(request);
  }
  auto result = parts_.pipeline.process(std::move(frame), request);
  if (!result) {
    parts_.telemetry.dropped_in_pipeline();
    return;
  }
  parts_.telemetry.frame_done(*result, layout, parts_.pipeline.last_copies());
  if (parts_.captures != nullptr) {
    parts_.captures->offer(*result);
  }
  if (parts_.hub.watched()) {
    parts_.encoder.offer(std::move(*result));
  }
}

void CaptureLoop::report_bad_frame(const SourceFault& fault) {
  parts_.telemetry.bad_frame(fault);
  if (logged_bad_frames_.size() < kLoggedBadFrames && logged_bad_frames_.insert(fault.message).second) {
    spdlog::warn("bad frame: {}", printable(fault.message));
  }
  if (!parts_.telemetry.health().ok) {
    show_no_signal(fault.message);
  }
}

void CaptureLoop::log_found(const FrameSource& source, Clock::time_point now) {
  const std::string description = source.description();
  parts_.telemetry.source_described(description);
  if (!log_.is_news(description, now)) {
    return;
  }
  const auto status = source.camera();
  spdlog::info("reading {}", printable(description));
  if (status) {
    const CameraFacts& facts = *status->facts;
    spdlog::info("{}; {} buffers, shared as {}", printable(facts.chosen), facts.buffers, name(facts.io));
    for (const std::string& note : facts.notes) {
      spdlog::info("{}", printable(note));
    }
  }
}

void CaptureLoop::wait_out(const SourceFault& fault, const std::stop_token& stop) {
  if (log_.is_news(fault.message, Clock::now())) {
    spdlog::warn("{}: {}; trying again until it comes back", state_after(fault.kind), printable(fault.message));
  }
  parts_.telemetry.source_fault(fault);
  const auto until = Clock::now() + back_off_.next();
  while (!stop.stop_requested() && Clock::now() < until) {
    show_no_signal(fault.message);
    sleep_unless_stopped(std::min(until, Clock::now() + kPatience), stop);
  }
}

void CaptureLoop::show_stall() {
  const Health health = parts_.telemetry.health();
  if (!health.ok) {
    show_no_signal(health.reason);
  }
}

void CaptureLoop::show_start(const FrameSource& source) {
  const Health health = parts_.telemetry.health();
  const bool only_broken = health.state == state_after(SourceFaultKind::kBadFrame);
  show_no_signal(only_broken ? health.reason : "waiting for the first picture of " + source.description());
}

void CaptureLoop::show_no_signal(const std::string& reason) {
  const auto now = Clock::now();
  if (parts_.hub.watched() && now >= next_no_signal_) {
    parts_.encoder.offer(NoSignal{reason, width_, height_});
    next_no_signal_ = now + kNoSignalPeriod;
  }
}

}  // namespace sobelcam
