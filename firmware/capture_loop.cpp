// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/capture_loop.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "drivers/files/printable.h"

namespace sobelcam {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstBackOff{250};
constexpr std::chrono::milliseconds kLongestBackOff{2000};
/// How long next() may wait before the loop looks for a stop request.
constexpr std::chrono::milliseconds kPatience{100};
/// How often the no-signal picture is shown, and how long a source may take to its first picture before it is.
constexpr std::chrono::milliseconds kNoSignalPeriod{1000};
/// A folder of broken pictures is logged picture by picture, but not for ever.
constexpr std::size_t kLoggedBadFrames = 100;

void sleep_unless_stopped(Clock::time_point until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait_until(lock, stop, until, [] { return false; });
}

}  // namespace

CaptureLoop::CaptureLoop(Parts parts) : parts_(std::move(parts)), back_off_(kFirstBackOff) {}

void CaptureLoop::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    auto opened = parts_.open_source();
    if (const auto* fault = std::get_if<SourceFault>(&opened)) {
      wait_out(*fault, stop);
      continue;
    }
    FrameSource& source = *std::get<std::unique_ptr<FrameSource>>(opened);
    parts_.telemetry.source_opened(source.description());
    read(source, stop);
  }
}

void CaptureLoop::read(FrameSource& source, const std::stop_token& stop) {
  const auto opened_at = Clock::now();
  bool had_a_frame = false;
  while (!stop.stop_requested()) {
    SourceEvent event = source.next(Clock::now() + kPatience);
    if (auto* frame = std::get_if<Frame>(&event)) {
      if (!std::exchange(had_a_frame, true)) {
        spdlog::info("reading {}", printable(source.description()));
        logged_fault_.clear();
      }
      process(std::move(*frame));
    } else if (auto* fault = std::get_if<SourceFault>(&event)) {
      if (fault->kind == SourceFaultKind::kBadFrame) {
        report_bad_frame(*fault);
      } else {
        wait_out(*fault, stop);
        return;
      }
    } else if (std::holds_alternative<EndOfStream>(event)) {
      wait_out({SourceFaultKind::kNoSignal, source.description() + " has ended"}, stop);
      return;
    } else if (!had_a_frame && Clock::now() - opened_at > kNoSignalPeriod) {
      show_no_signal("waiting for the first picture of " + source.description());
    }
  }
}

void CaptureLoop::process(Frame frame) {
  back_off_ = kFirstBackOff;
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
  if (!parts_.telemetry.report().health.ok) {
    show_no_signal(fault.message);
  }
}

void CaptureLoop::wait_out(const SourceFault& fault, const std::stop_token& stop) {
  if (logged_fault_ != fault.message) {
    logged_fault_ = fault.message;
    spdlog::warn("{}: {}; trying again until it comes back", name(fault.kind), printable(fault.message));
  }
  parts_.telemetry.source_fault(fault);
  const auto until = Clock::now() + back_off_;
  back_off_ = std::min(2 * back_off_, kLongestBackOff);
  while (!stop.stop_requested() && Clock::now() < until) {
    show_no_signal(fault.message);
    sleep_unless_stopped(std::min(until, Clock::now() + kPatience), stop);
  }
}

void CaptureLoop::show_no_signal(const std::string& reason) {
  if (parts_.hub.watched() && Clock::now() >= next_no_signal_) {
    parts_.encoder.offer(NoSignal{reason, width_, height_});
    next_no_signal_ = Clock::now() + kNoSignalPeriod;
  }
}

}  // namespace sobelcam
