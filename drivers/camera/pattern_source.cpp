// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pattern_source.h"

#include <stdexcept>
#include <utility>

#include "drivers/camera/pattern.h"
#include "drivers/files/image_decoder.h"

namespace sobelcam {
namespace {

FrameLayout pattern_layout(const PatternSpec& spec) {
  if (const auto fault = check_image_size(spec.width, spec.height)) {
    throw std::invalid_argument("test pattern: " + fault->message);
  }
  return aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, spec.width, spec.height);
}

}  // namespace

PatternSource::PatternSource(const PatternSpec& spec, const SourceOptions& options)
    : layout_(pattern_layout(spec)),
      schedule_(spec.fps, options.delivery, options.paced),
      pool_(options.memory != nullptr ? *options.memory : ordinary_memory(), options.buffers) {}

SourceEvent PatternSource::next(std::chrono::steady_clock::time_point deadline) {
  const auto index = schedule_.wait_for(next_, deadline);
  if (!index) {
    return NoFrame{};
  }
  auto slot = pool_.acquire(layout_, deadline);
  if (!slot) {
    return NoFrame{};
  }
  const FrameStamp stamp{*index, Schedule::Clock::now(), 0};
  draw_pattern(slot->view(), *index);
  next_ = *index + 1;
  return std::move(*slot).lease(stamp);
}

std::string PatternSource::description() const {
  return "test pattern " + std::to_string(layout_.width) + "x" + std::to_string(layout_.height) + " " +
         schedule_.description();
}

}  // namespace sobelcam
