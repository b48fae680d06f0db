// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "tests/drivers/camera/v4l2/fake_device.h"
#include "tests/drivers/camera/v4l2/fake_memory.h"

namespace sobelcam::test {

void FakeDevice::frames(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    add();
  }
}

Step& FakeDevice::add(Step step) {
  script.push_back(std::move(step));
  return script.back();
}

Step& FakeDevice::dequeue_error(int error) {
  Step& step = add();
  step.kind = Step::Kind::kDequeueError;
  step.error = error;
  return step;
}

Step& FakeDevice::poll_error(short events) {
  Step& step = add();
  step.kind = Step::Kind::kPollError;
  step.poll_events = events;
  return step;
}

Step& FakeDevice::event(std::uint32_t type, std::function<void()> before) {
  Step& step = add();
  step.kind = Step::Kind::kEvent;
  step.event = type;
  step.action = std::move(before);
  return step;
}

Step& FakeDevice::action(std::function<void()> what) {
  Step& step = add();
  step.kind = Step::Kind::kAction;
  step.action = std::move(what);
  return step;
}

std::optional<FakeDevice::Clock::time_point> FakeDevice::next_due() const {
  if (gone_) {
    return std::nullopt;
  }
  if (!script.empty()) {
    return last_ + script.front().after;
  }
  if (!endless || !streaming_) {
    return std::nullopt;
  }
  constexpr double kMicrosecondsOfSecond = 1e6;
  return last_ + std::chrono::microseconds(static_cast<std::int64_t>(kMicrosecondsOfSecond / fps_));
}

void FakeDevice::advance(Clock::time_point now) {
  if (!streaming_) {
    last_ = now;
    return;
  }
  for (auto due = next_due(); due && *due <= now; due = next_due()) {
    last_ = *due;
    Step step;
    if (!script.empty()) {
      step = std::move(script.front());
      script.pop_front();
    }
    happen(step, *due);
    if (!streaming_) {
      last_ = now;
      return;
    }
  }
}

void FakeDevice::happen(const Step& step, Clock::time_point at) {
  switch (step.kind) {
    case Step::Kind::kFrame:
      deliver(step, at);
      return;
    case Step::Kind::kDequeueError:
      done_.push_back({.error = step.error});
      return;
    case Step::Kind::kPollError:
      poll_error_ = step.poll_events;
      return;
    case Step::Kind::kEvent:
      if (step.action) {
        step.action();
      }
      events_.push_back(step.event);
      return;
    case Step::Kind::kVanish:
      vanish();
      return;
    case Step::Kind::kAction:
      step.action();
      return;
  }
}

void FakeDevice::deliver(const Step& step, Clock::time_point at) {
  if ((silent_types & (1U << memory_)) != 0) {
    return;
  }
  sequence += step.sequence_step;
  fewest_queued = std::min(fewest_queued, queued_.size());
  if (queued_.empty()) {
    ++starved_frames;
    return;
  }
  const std::uint32_t index = queued_.front();
  queued_.pop_front();
  const Slot& slot = buffers_[index];
  std::vector<std::byte> elsewhere(slot.length);
  std::byte* memory = slot.user != nullptr ? slot.user : slot.memory->data();
  std::byte* target = (ignores_user_memory && slot.user != nullptr ? elsewhere.data() : memory) + data_offset;
  std::size_t bytes = step.bytes.size();
  if (step.bytes.empty()) {
    bytes = slot.length - data_offset;
    std::memset(target, static_cast<int>(sequence % 251), bytes);
  } else {
    bytes = std::min(bytes, slot.length - data_offset);
    std::memcpy(target, step.bytes.data(), bytes);
  }
  const auto taken_at = step.taken_at.value_or(at.time_since_epoch());
  done_.push_back({index, step.bytes_used.value_or(static_cast<std::uint32_t>(bytes)), step.flags, step.field,
                   sequence - 1, taken_at, 0});
}

}  // namespace sobelcam::test
