// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/frame_cursor.h"

#include <utility>

namespace sobelcam::tool {
namespace {

/// A message without the file's name, which stands before it already.
std::string without_name(const std::string& message, const std::filesystem::path& path) {
  for (const std::string& start : {path.string() + ": ", path.filename().string() + ": "}) {
    if (message.starts_with(start)) {
      return message.substr(start.size());
    }
  }
  return message;
}

}  // namespace

FrameCursor::FrameCursor(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw)
    : inputs_(inputs), raw_(raw) {}

CursorStep FrameCursor::read(std::uint64_t place) {
  while (true) {
    std::optional<InputFault> fault;
    if (!reader_) {
      if (input_ == inputs_.size()) {
        return SetEnd{place_};
      }
      fault = open_next();
    } else if (place_ < place) {
      if (reader_->skip()) {
        ++place_;
        ++in_input_;
        ++in_argument_;
        continue;
      }
      // Why it ended, the next call says.
      const FrameStep step = reader_->next();
      const auto* end = std::get_if<FramesEnd>(&step);
      fault = close(end != nullptr ? *end : FramesEnd{});
    } else {
      FrameStep step = reader_->next();
      if (const auto* end = std::get_if<FramesEnd>(&step)) {
        fault = close(*end);
      } else if (const auto* bad = std::get_if<FrameFault>(&step)) {
        fault = take_fault(bad->message);
      } else {
        PlacedFrame placed{std::move(std::get<FrameToVerify>(step)), name_of(true), in_argument_};
        ++place_;
        ++in_input_;
        ++in_argument_;
        return placed;
      }
    }
    if (fault && fault->index == place) {
      return std::move(*fault);
    }
  }
}

std::optional<InputFault> FrameCursor::open_next() {
  if (inputs_[input_].leads_argument) {
    in_argument_ = 0;
  }
  in_input_ = 0;
  OpenedReader opened = open_input(inputs_[input_], raw_);
  if (const auto* fault = std::get_if<FrameFault>(&opened)) {
    InputFault taken = take_fault(fault->message);
    ++input_;
    return taken;
  }
  reader_ = std::move(std::get<std::unique_ptr<FrameReader>>(opened));
  return std::nullopt;
}

InputFault FrameCursor::take_fault(const std::string& message) {
  InputFault fault{place_, name_of(reader_ != nullptr), without_name(message, inputs_[input_].path)};
  ++place_;
  ++in_input_;
  ++in_argument_;
  return fault;
}

/// An input that gave nothing at all takes a place all the same: somebody must say so, and one shard alone.
std::optional<InputFault> FrameCursor::close(const FramesEnd& end) {
  reader_.reset();
  std::optional<InputFault> fault;
  if (in_input_ == 0) {
    fault = take_fault(end.note.empty() ? "no frame in it" : end.note);
  } else if (!end.note.empty()) {
    notes_[input_] = {inputs_[input_].name, end.note, end.is_fault};
  }
  ++input_;
  return fault;
}

std::string FrameCursor::name_of(bool is_frame) const {
  const SetInput& input = inputs_[input_];
  return is_frame ? input.name + " frame " + std::to_string(in_input_) : input.name;
}

}  // namespace sobelcam::tool
