// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <string>
#include <thread>
#include <utility>

#include "drivers/frame/frame_source.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {

/// What a scripted source does at one call of next().
enum class Act : std::uint8_t { kFrame, kNothing, kBadFrame, kLost };

/// A source that plays a script and then gives frames for ever: faults that no file can have.
class ScriptedSource final : public FrameSource {
 public:
  explicit ScriptedSource(std::deque<Act> script) : script_(std::move(script)) {}

  SourceEvent next(std::chrono::steady_clock::time_point /*deadline*/) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const Act act = script_.empty() ? Act::kFrame : script_.front();
    if (!script_.empty()) {
      script_.pop_front();
    }
    switch (act) {
      case Act::kNothing:
        return NoFrame{};
      case Act::kBadFrame:
        ++sequence_;
        return SourceFault{SourceFaultKind::kBadFrame, "frame " + std::to_string(sequence_) + " is broken"};
      case Act::kLost:
        return SourceFault{SourceFaultKind::kNoDevice, "the camera was unplugged"};
      case Act::kFrame:
        break;
    }
    return Frame::borrowing(picture_.view(), {sequence_++, std::chrono::steady_clock::now(), 0});
  }

  std::string description() const override { return "a scripted source"; }

 private:
  std::deque<Act> script_;
  std::uint64_t sequence_ = 0;
  TestFrame picture_ = scene_frame(Scene::kNoise, padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 64, 48, 0));
};

}  // namespace sobelcam::test
