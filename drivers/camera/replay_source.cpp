// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/replay_source.h"

#include <utility>

namespace sobelcam {

ReplaySource::ReplaySource(std::unique_ptr<ReplayMedia> media, double fps, const SourceOptions& options)
    : media_(std::move(media)),
      schedule_(fps, options.delivery, options.paced),
      pool_(options.memory != nullptr ? *options.memory : ordinary_memory(), options.buffers),
      loop_(options.loop) {}

SourceEvent ReplaySource::next(std::chrono::steady_clock::time_point deadline) {
  const auto index = schedule_.wait_for(next_, deadline);
  if (!index) {
    return NoFrame{};
  }
  if (auto event = skip_to(*index)) {
    return std::move(*event);
  }
  if (!current_) {
    if (auto event = advance()) {
      return std::move(*event);
    }
  }
  auto slot = pool_.acquire(*current_, deadline);
  if (!slot) {
    return NoFrame{};
  }
  return produce(std::move(*slot));
}

std::optional<SourceEvent> ReplaySource::skip_to(std::uint64_t index) {
  if (current_ && next_ < index) {
    use_up();
  }
  bool began_again = false;
  while (next_ < index) {
    if (pass_length_ > 0) {
      // Whole passes lead back to where we are: a long pause costs no more than a short one.
      next_ += (index - next_) / pass_length_ * pass_length_;
      if (next_ == index) {
        break;
      }
    }
    if (media_->skip()) {
      use_up();
      began_again = false;
    } else if (std::exchange(began_again, true)) {
      return nothing_left();
    } else if (auto event = start_over()) {
      return event;
    }
  }
  return std::nullopt;
}

std::optional<SourceEvent> ReplaySource::advance() {
  MediaStep step = media_->advance();
  if (std::holds_alternative<MediaEnd>(step)) {
    if (auto event = start_over()) {
      return event;
    }
    step = media_->advance();
  }
  if (const auto* layout = std::get_if<FrameLayout>(&step)) {
    current_ = *layout;
    return std::nullopt;
  }
  if (auto* fault = std::get_if<SourceFault>(&step)) {
    if (fault->kind == SourceFaultKind::kBadFrame) {
      pass_has_bad_ = true;
      use_up();
    }
    return SourceEvent(std::move(*fault));
  }
  return nothing_left();
}

SourceEvent ReplaySource::nothing_left() const {
  return SourceFault{SourceFaultKind::kNoSignal, "no picture is left in " + media_->description()};
}

std::optional<SourceEvent> ReplaySource::start_over() {
  if (!loop_) {
    return EndOfStream{};
  }
  const bool hopeless = pass_has_bad_ && !pass_has_good_ && !schedule_.paced();
  if (in_pass_ > 0) {
    pass_length_ = std::exchange(in_pass_, 0);
  }
  pass_has_bad_ = false;
  pass_has_good_ = false;
  if (auto fault = media_->rewind()) {
    return SourceEvent(std::move(*fault));
  }
  if (hopeless) {
    return SourceFault{SourceFaultKind::kUnsupported, "no picture in " + media_->description() + " can be read"};
  }
  return std::nullopt;
}

SourceEvent ReplaySource::produce(FramePool::Slot slot) {
  const FrameLayout layout = *current_;
  const std::uint64_t sequence = next_;
  const auto captured_at = Schedule::Clock::now();
  auto fault = media_->read_into(slot.view());
  use_up();
  if (fault) {
    pass_has_bad_ = true;
    return std::move(*fault);
  }
  pass_has_good_ = true;
  slot.set_jpeg(media_->jpeg());
  if (last_layout_ && *last_layout_ != layout) {
    ++format_changes_;
  }
  last_layout_ = layout;
  return std::move(slot).lease({sequence, captured_at, format_changes_});
}

void ReplaySource::use_up() {
  current_.reset();
  ++next_;
  ++in_pass_;
}

std::string ReplaySource::description() const {
  return "replay of " + media_->description() + " " + schedule_.description();
}

}  // namespace sobelcam
