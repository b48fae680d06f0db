// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_source.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "drivers/camera/v4l2/camera_words.h"
#include "drivers/camera/v4l2/pending_events.h"

namespace sobelcam::v4l2 {
namespace {

using std::chrono::milliseconds;

/// How long frames of the last generation may keep the driver from giving new buffers.
constexpr std::chrono::seconds kPatienceForLeases{2};
constexpr milliseconds kRetry{10};
/// After so many broken frames in a row the camera is not asked as fast as it can send them.
constexpr unsigned kManyBroken = 32;

}  // namespace

CameraSource::CameraSource(std::unique_ptr<CameraStream> stream, const SourceOptions& options)
    : stream_(std::move(stream)),
      calls_(stream_->calls()),
      options_(options.camera),
      maker_(options.memory != nullptr ? *options.memory : ordinary_memory(), options.buffers),
      watch_(options.camera.first_frame_timeout, options.camera.frame_timeout),
      taker_(calls_, options.delivery, watch_, board_) {
  watch_.stream_began(calls_.now());
  board_.publish(stream_->facts());
}

std::string CameraSource::description() const {
  return description_of(*camera()->facts);
}

std::optional<CameraStatus> CameraSource::camera() const {
  return board_.status();
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
  board_.count([](CameraCounters& counters) { ++counters.stream_restarts; });
  begin_stream();
  return std::nullopt;
}

void CameraSource::begin_stream() {
  taker_.stream_restarted();
  watch_.stream_began(calls_.now());
  board_.publish(stream_->facts());
}

CameraSource::Outcome CameraSource::wait_for_frame(Clock::time_point deadline) {
  const auto wait = std::chrono::ceil<milliseconds>(std::min(deadline, watch_.silent_at()) - calls_.now());
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
  switch (watch_.look(calls_.now())) {
    case FrameWatch::Finding::kNothing:
      return std::nullopt;
    case FrameWatch::Finding::kBroken:
      return SourceEvent(SourceFault{SourceFaultKind::kBadFrame, broken_words(stream_->facts(), watch_)});
    case FrameWatch::Finding::kBrokenForLong:
      return fail({Call::kPicture, EBADMSG});
    case FrameWatch::Finding::kSilent:
      break;
  }
  if (stream_->on_trial() && stream_->has_other_buffers()) {
    return go_on_with(stream_->refuse_silent_buffers(waited_words(watch_)));
  }
  return fail({Call::kPicture, ETIMEDOUT});
}

CameraSource::Outcome CameraSource::look_at_events() {
  const PendingEvents events = take_events(stream_->queue().device());
  if (events.error == ENODEV) {
    return fail({Call::kDequeue, events.error});
  }
  if (events.error != 0) {
    pause(milliseconds(1));  // poll() may go on promising an event that is not there
  }
  if (events.size_changed) {
    task_ = Task::kStartAnew;
    task_deadline_ = calls_.now() + kPatienceForLeases;
  }
  return std::nullopt;
}

CameraSource::Outcome CameraSource::take_frames(short readiness) {
  const FrameTaker::Taken taken = taker_.take(*stream_->buffers(), stream_->format());
  if (taken.failure) {
    return fail(*taken.failure);
  }
  if (taken.newest) {
    return show(*taken.newest, taken.stamp);
  }
  if (!taken.any && (readiness & (POLLERR | POLLHUP)) != 0) {
    return fail({Call::kPoll, 0});
  }
  if (!taken.any) {
    pause(milliseconds(1));
  }
  return bear_broken_frames();
}

CameraSource::Outcome CameraSource::bear_broken_frames() {
  if (watch_.broken_in_a_row() >= kManyBroken) {
    pause(kRetry);
  }
  return check_patience();
}

CameraSource::Outcome CameraSource::show(const FilledBuffer& filled, const FrameStamp& stamp) {
  if (!stream_->was_written(filled)) {
    return go_on_with(stream_->refuse_buffers("the driver took the memory but wrote no picture to it", std::nullopt));
  }
  FrameMaker::Made made = maker_.make(stream_->buffers(), stream_->format(), filled, stamp);
  if (made.way != FrameMaker::Way::kLeased) {
    if (Outcome outcome = give_back(filled.index)) {
      return outcome;
    }
  }
  if (made.way == FrameMaker::Way::kBroken) {
    taker_.count_broken(&CameraCounters::broken_jpeg);
    return bear_broken_frames();
  }
  stream_->buffers_proved();
  budget_.frame_came();
  watch_.good_came(calls_.now());
  if (made.way == FrameMaker::Way::kNoMemory) {
    board_.count([](CameraCounters& counters) { ++counters.passed_over; });
    return std::nullopt;
  }
  board_.count([&](CameraCounters& counters) {
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

CameraSource::Outcome CameraSource::fail(const Failure& failure) {
  switch (fault_row(failure).action) {
    case Action::kSkip:
      pause(milliseconds(1));
      return check_patience();
    case Action::kRestart:
      return restart_or_fail(failure);
    case Action::kAskAgain:
    case Action::kReopen:
    case Action::kGiveUp:
      break;
  }
  return end(fault_after(failure));
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
      return end(fault_after(failure));
  }
  if (stream_->on_trial() && stream_->has_other_buffers()) {
    const bool broken = failure.call == Call::kPicture;
    return go_on_with(stream_->refuse_buffers(
        broken ? "only broken pictures came (" + watch_.causes() + ")" : technical_words(failure), failure));
  }
  task_ = Task::kRestart;
  return std::nullopt;
}

CameraSource::Outcome CameraSource::go_on_with(std::optional<SourceFault> fault_of_other_buffers) {
  if (fault_of_other_buffers) {
    return end(std::move(*fault_of_other_buffers));
  }
  begin_stream();
  return std::nullopt;
}

SourceFault CameraSource::fault_after(const Failure& failure) const {
  if (failure.call != Call::kPicture) {
    return fault_of(stream_->queue().device(), failure);
  }
  const CameraFacts& facts = stream_->facts();
  return {fault_row(failure).kind,
          failure.error == ETIMEDOUT ? silent_words(facts, watch_, options_.io) : broken_words(facts, watch_)};
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
