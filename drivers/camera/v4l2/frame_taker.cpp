// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/frame_taker.h"

#include <cerrno>
#include <utility>

namespace sobelcam::v4l2 {

FrameTaker::Taken FrameTaker::take(CameraBuffers& buffers, const CaptureFormat& format) {
  Taken taken;
  for (unsigned i = 0; i < buffers.count(); ++i) {
    FilledBuffer filled;
    const int error = buffers.dequeue(filled);
    if (error == EAGAIN || (error != 0 && taken.newest)) {
      break;  // an error will be said again
    }
    taken.any = true;
    if (error != 0) {
      taken.failure = Failure{Call::kDequeue, error};
      break;
    }
    sort(buffers, format, filled, taken);
    if (taken.failure || (taken.newest && delivery_ == Delivery::kEvery)) {
      break;
    }
  }
  return taken;
}

void FrameTaker::sort(CameraBuffers& buffers, const CaptureFormat& format, const FilledBuffer& filled, Taken& taken) {
  const FrameStamp stamp_of_it = stamp(filled);
  const Verdict judged = verdict(format, filled);
  std::optional<unsigned> unwanted = filled.index;
  if (judged == Verdict::kGood) {
    const auto older = std::exchange(taken.newest, filled);
    taken.stamp = stamp_of_it;
    unwanted = older ? std::optional(older->index) : std::nullopt;
    board_.count([&](CameraCounters& counters) { counters.passed_over += older ? 1U : 0U; });
  } else {
    count_broken(cause_of(judged));
  }
  if (!unwanted) {
    return;
  }
  if (const int error = buffers.queue(*unwanted); error != 0) {
    taken.failure = Failure{Call::kQueue, error};
  }
}

FrameStamp FrameTaker::stamp(const FilledBuffer& filled) {
  const auto numbered = sequence_.next(filled.sequence);
  const auto time = clock_.next(filled.taken_at, filled.flags, calls_.now());
  board_.count([&](CameraCounters& counters) {
    counters.lost += numbered.lost;
    counters.clock_distrusted += time.trusted ? 0 : 1;
  });
  return {numbered.sequence, time.at, 0};
}

void FrameTaker::count_broken(FrameWatch::Cause cause) {
  watch_.broken_came(cause, calls_.now());
  board_.count([&](CameraCounters& counters) { ++(counters.*cause); });
}

}  // namespace sobelcam::v4l2
