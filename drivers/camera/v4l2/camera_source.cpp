// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_source.h"

#include <linux/videodev2.h>
#include <poll.h>

#include <algorithm>
#include <utility>

namespace sobelcam::v4l2 {
namespace {

using std::chrono::milliseconds;

/// How long frames of the last generation may keep the driver from giving new buffers.
constexpr std::chrono::seconds kPatienceForLeases{2};
constexpr milliseconds kRetry{10};
/// After so many broken frames in a row the camera is not asked as fast as it can send them.
constexpr unsigned kManyBad = 32;

std::string words_for(const CameraFacts& facts) {
  std::string words = facts.card + " at " + facts.path;
  if (facts.node != facts.path) {
    words += " (" + facts.node + ")";
  }
  return words;
}

std::string seconds_of(milliseconds time) {
  constexpr double kMillisecondsOfSecond = 1000;
  return fps_name(static_cast<double>(time.count()) / kMillisecondsOfSecond) + " s";
}

}  // namespace

CameraSource::CameraSource(std::unique_ptr<CameraStream> stream, const SourceOptions& options)
    : stream_(std::move(stream)),
      calls_(stream_->calls()),
      delivery_(options.delivery),
      options_(options.camera),
      description_(words_for(stream_->facts())),
      maker_(options.memory != nullptr ? *options.memory : ordinary_memory(), options.buffers),
      waiting_since_(calls_.now()) {
  publish_facts();
}

std::string CameraSource::description() const {
  const auto facts = camera()->facts;
  std::string words = description_ + ", " + facts->format + " ";
  words += std::to_string(facts->width) + "x" + std::to_string(facts->height);
  if (facts->fps != 0) {
    words += " at " + fps_name(facts->fps) + " fps";
  }
  return words;
}

std::optional<CameraStatus> CameraSource::camera() const {
  const std::lock_guard lock(status_mutex_);
  return status_;
}

template <typename Change>
void CameraSource::count(Change change) {
  const std::lock_guard lock(status_mutex_);
  change(status_.counters);
}

void CameraSource::publish_facts() {
  auto facts = std::make_shared<const CameraFacts>(stream_->facts());
  const std::lock_guard lock(status_mutex_);
  status_.facts = std::move(facts);
}

SourceEvent CameraSource::next(Clock::time_point deadline) {
  do {
    if (ended_) {
      return *ended_;
    }
    if (Outcome outcome = step(deadline)) {
      return std::move(*outcome);
    }
  } while (calls_.now() < deadline);
  return NoFrame{};
}

CameraSource::Outcome CameraSource::step(Clock::time_point deadline) {
  if (calls_.now() < paused_until_) {
    calls_.wait_until(std::min(paused_until_, deadline));
    return std::nullopt;
  }
  if (task_ != Task::kCapture) {
    return work_on_task();
  }
  if (const int error = stream_->buffers()->give_back_error(); error != 0) {
    return fail({Call::kQueue, error});
  }
  return wait_for_frame(deadline);
}

CameraSource::Outcome CameraSource::work_on_task() {
  if (task_ == Task::kStartAnew && !stream_->stop()) {
    if (calls_.now() >= task_deadline_) {
      return fail({Call::kRequestBuffers, EBUSY});
    }
    pause(kRetry);
    return std::nullopt;
  }
  auto fault = task_ == Task::kStartAnew ? stream_->start() : stream_->restart();
  if (fault) {
    return end(std::move(*fault));
  }
  task_ = Task::kCapture;
  count([](CameraCounters& counters) { ++counters.stream_restarts; });
  begin_stream();
  return std::nullopt;
}

void CameraSource::begin_stream() {
  sequence_.stream_restarted();
  had_a_frame_ = false;
  waiting_since_ = calls_.now();
  publish_facts();
}

CameraSource::Outcome CameraSource::wait_for_frame(Clock::time_point deadline) {
  const auto limit = waiting_since_ + (had_a_frame_ ? options_.frame_timeout : options_.first_frame_timeout);
  const auto wait = std::chrono::ceil<milliseconds>(std::min(deadline, limit) - calls_.now());
  const VideoCalls::Readiness ready =
      calls_.poll(stream_->queue().device().descriptor(), std::max(wait, milliseconds(0)));
  if (ready.result < 0) {
    return fail({Call::kPoll, -ready.result});
  }
  if (ready.result == 0) {
    return check_patience();
  }
  if ((ready.events & POLLNVAL) != 0) {
    return fail({Call::kPoll, ENODEV});
  }
  // Before frames: those behind a change of the signal have another size.
  if ((ready.events & POLLPRI) != 0) {
    if (Outcome outcome = look_at_events(); outcome || task_ != Task::kCapture) {
      return outcome;
    }
  }
  if ((ready.events & (POLLIN | POLLERR | POLLHUP)) == 0) {
    return std::nullopt;
  }
  return take_frames(ready.events);
}

CameraSource::Outcome CameraSource::check_patience() {
  const milliseconds patience = had_a_frame_ ? options_.frame_timeout : options_.first_frame_timeout;
  if (calls_.now() < waiting_since_ + patience) {
    return std::nullopt;
  }
  std::string words =
      description_ + " has sent no " + (had_a_frame_ ? "" : "first ") + "whole picture for " + seconds_of(patience);
  if (bad_in_a_row_ != 0) {
    words +=
        ", but " + std::to_string(bad_in_a_row_) + " broken ones: try another cable or USB port, or another --format";
  } else {
    words += ": it is started again; if that does not help, plug it in again";
  }
  return end({SourceFaultKind::kStalled, std::move(words)});
}

CameraSource::Outcome CameraSource::look_at_events() {
  bool changed = false;
  v4l2_event event{};
  do {
    event = {};
    if (const int error = stream_->queue().device().call(VIDIOC_DQEVENT, event); error != 0) {
      if (error == ENODEV) {
        return fail({Call::kDequeue, error});
      }
      pause(milliseconds(1));  // poll() may go on promising an event that is not there
      break;
    }
    changed = changed || (event.type == V4L2_EVENT_SOURCE_CHANGE &&
                          (event.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION) != 0);
  } while (event.pending != 0);
  if (changed) {
    task_ = Task::kStartAnew;
    task_deadline_ = calls_.now() + kPatienceForLeases;
  }
  return std::nullopt;
}

CameraSource::Outcome CameraSource::take_frames(short readiness) {
  CameraBuffers& buffers = *stream_->buffers();
  std::optional<FilledBuffer> newest;
  FrameStamp stamp_of_newest;
  bool took_any = false;
  for (unsigned taken = 0; taken < buffers.count(); ++taken) {
    FilledBuffer filled;
    const int error = buffers.dequeue(filled);
    if (error != 0 && newest) {
      break;  // it will be said again
    }
    if (error == EAGAIN) {
      break;
    }
    if (error != 0) {
      return fail({Call::kDequeue, error});
    }
    took_any = true;
    const FrameStamp stamp_of_it = stamp(filled);
    const Verdict judged = verdict(stream_->format(), filled);
    const bool good = judged == Verdict::kGood;
    if (!good) {
      count_bad(judged);
    } else if (newest) {
      count([](CameraCounters& counters) { ++counters.passed_over; });
    }
    const std::optional<unsigned> unwanted = !good    ? std::optional(filled.index)
                                             : newest ? std::optional(newest->index)
                                                      : std::nullopt;
    if (good) {
      newest = filled;
      stamp_of_newest = stamp_of_it;
    }
    if (unwanted) {
      if (Outcome outcome = give_back(*unwanted)) {
        return outcome;
      }
    }
    if (newest && delivery_ == Delivery::kEvery) {
      break;
    }
  }
  if (newest) {
    return show(*newest, stamp_of_newest);
  }
  if (!took_any && (readiness & (POLLERR | POLLHUP)) != 0) {
    return fail({Call::kPoll, 0});
  }
  if (!took_any || bad_in_a_row_ >= kManyBad) {
    pause(took_any ? kRetry : milliseconds(1));
  }
  return check_patience();
}

FrameStamp CameraSource::stamp(const FilledBuffer& filled) {
  const auto numbered = sequence_.next(filled.sequence);
  const auto time = clock_.next(filled.taken_at, filled.flags, calls_.now());
  count([&](CameraCounters& counters) {
    counters.lost += numbered.lost;
    counters.clock_distrusted += time.trusted ? 0 : 1;
  });
  return {numbered.sequence, time.at, 0};
}

CameraSource::Outcome CameraSource::show(const FilledBuffer& filled, const FrameStamp& stamp) {
  if (!stream_->prove(filled)) {
    if (auto fault = stream_->refuse_buffers("the driver took the memory but wrote no picture to it", std::nullopt)) {
      return end(std::move(*fault));
    }
    begin_stream();
    return std::nullopt;
  }
  FrameMaker::Made made = maker_.make(stream_->buffers(), stream_->format(), filled, stamp);
  if (made.way != FrameMaker::Way::kLeased) {
    if (Outcome outcome = give_back(filled.index)) {
      return outcome;
    }
  }
  if (made.way == FrameMaker::Way::kBroken) {
    ++bad_in_a_row_;
    count([](CameraCounters& counters) { ++counters.broken_jpeg; });
    return check_patience();
  }
  budget_.frame_came();
  bad_in_a_row_ = 0;
  had_a_frame_ = true;
  waiting_since_ = calls_.now();
  if (made.way == FrameMaker::Way::kNoMemory) {
    count([](CameraCounters& counters) { ++counters.passed_over; });
    return std::nullopt;
  }
  count([&](CameraCounters& counters) {
    ++counters.delivered;
    counters.format_changes = made.frame.stamp().format_changes;
    counters.copied += made.way == FrameMaker::Way::kCopied ? 1 : 0;
  });
  return SourceEvent(std::move(made.frame));
}

CameraSource::Outcome CameraSource::give_back(unsigned slot) {
  const int error = stream_->buffers()->queue(slot);
  return error == 0 ? std::nullopt : fail({Call::kQueue, error});
}

void CameraSource::count_bad(Verdict verdict) {
  ++bad_in_a_row_;
  count([&](CameraCounters& counters) {
    counters.flagged += verdict == Verdict::kFlagged ? 1 : 0;
    counters.empty += verdict == Verdict::kEmpty ? 1 : 0;
    counters.too_short += verdict == Verdict::kTooShort ? 1 : 0;
    counters.too_long += verdict == Verdict::kTooLong ? 1 : 0;
    counters.wrong_field += verdict == Verdict::kWrongField ? 1 : 0;
  });
}

CameraSource::Outcome CameraSource::fail(const Failure& failure) {
  switch (fault_row(failure).action) {
    case Action::kSkip:
      pause(milliseconds(1));
      return check_patience();
    case Action::kRestart:
      return restart_or_fail(failure);
    case Action::kReopen:
    case Action::kGiveUp:
      break;
  }
  return end(fault_of(stream_->queue().device(), failure));
}

CameraSource::Outcome CameraSource::restart_or_fail(const Failure& failure) {
  const auto decision = budget_.failed(calls_.now(), failure.call == Call::kDequeue);
  pause(decision.pause);
  switch (decision.answer) {
    case RestartBudget::Answer::kPassOver:
      return std::nullopt;
    case RestartBudget::Answer::kRestart:
      break;
    case RestartBudget::Answer::kEnd:
      return end(fault_of(stream_->queue().device(), failure));
  }
  if (stream_->on_trial() && stream_->has_other_buffers()) {
    if (auto fault = stream_->refuse_buffers(technical_words(failure), failure)) {
      return end(std::move(*fault));
    }
    begin_stream();
    return std::nullopt;
  }
  task_ = Task::kRestart;
  return std::nullopt;
}

CameraSource::Outcome CameraSource::end(SourceFault fault) {
  if (fault.kind == SourceFaultKind::kNoDevice) {
    stream_->abandon();
  }
  stream_.reset();
  ended_ = std::move(fault);
  return SourceEvent(*ended_);
}

void CameraSource::pause(milliseconds time) {
  paused_until_ = calls_.now() + time;
}

}  // namespace sobelcam::v4l2
