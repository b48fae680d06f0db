// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/stage_marks.h"

#include <stdexcept>

#include "drivers/gpu/stream.h"

namespace sobelcam::cuda {

StageMarks::StageMarks(const gpu::Device& device) {
  events_.reserve(kMaxStages + 1);
  for (std::size_t i = 0; i <= kMaxStages; ++i) {
    events_.emplace_back(device, gpu::EventTiming::kOn);
  }
}

void StageMarks::restart() {
  stages_ = 0;
  read_ = 0;
}

void StageMarks::enter(std::string_view stage, const gpu::Stream& stream, Queueing queueing) {
  if (stages_ != 0 && names_[stages_ - 1] == stage) {
    return;
  }
  if (stages_ == kMaxStages) {
    throw std::logic_error("StageMarks: more than eight stages");
  }
  mark(stages_, stream, queueing);
  names_[stages_] = stage;
  ++stages_;
}

void StageMarks::end(const gpu::Stream& stream, Queueing queueing) {
  mark(stages_, stream, queueing);
}

void StageMarks::report(StageTimings& timings) const {
  for (std::size_t i = 0; i < stages_; ++i) {
    timings.add(names_[i], gpu::elapsed(events_[i], events_[i + 1]));
  }
}

void StageMarks::mark(std::size_t index, const gpu::Stream& stream, Queueing queueing) {
  if (queueing == Queueing::kNow) {
    events_[index].record(stream);
  } else {
    events_[index].record_in_graph(stream);
  }
}

}  // namespace sobelcam::cuda
