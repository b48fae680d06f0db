// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "drivers/camera/v4l2/camera_status.h"
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

/// What directed sources do now; the test changes it while they run.
///
/// Threads:  any
class Director {
 public:
  /// Frames of a size come.
  void frames(std::uint32_t width, std::uint32_t height) {
    const std::lock_guard lock(mutex_);
    fault_.reset();
    silent_ = false;
    if (!picture_ || picture_->view().layout.width != width || picture_->view().layout.height != height) {
      picture_ = std::make_shared<const TestFrame>(
          scene_frame(Scene::kNoise, padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, width, height, 0)));
      ++changes_;
    }
  }
  /// The source is open and says nothing.
  void silence() {
    const std::lock_guard lock(mutex_);
    fault_.reset();
    silent_ = true;
  }
  /// Each call gives the fault; opening does too, unless it is one of a single picture.
  void fault(SourceFaultKind kind, const std::string& message) {
    const std::lock_guard lock(mutex_);
    fault_ = SourceFault{kind, message};
  }
  void camera(std::optional<CameraStatus> status) {
    const std::lock_guard lock(mutex_);
    camera_ = std::move(status);
  }

 private:
  friend class DirectedSource;
  std::mutex mutex_;
  std::shared_ptr<const TestFrame> picture_;
  std::uint32_t changes_ = 0;
  bool silent_ = true;
  std::optional<SourceFault> fault_;
  std::optional<CameraStatus> camera_;
};

class DirectedSource final : public FrameSource {
 public:
  explicit DirectedSource(std::shared_ptr<Director> director) : director_(std::move(director)) {}

  static std::variant<std::unique_ptr<FrameSource>, SourceFault> open(const std::shared_ptr<Director>& director) {
    const std::lock_guard lock(director->mutex_);
    if (director->fault_ && director->fault_->kind != SourceFaultKind::kBadFrame) {
      return *director->fault_;
    }
    return std::make_unique<DirectedSource>(director);
  }

  SourceEvent next(std::chrono::steady_clock::time_point deadline) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::unique_lock lock(director_->mutex_);
    if (director_->fault_) {
      ++sequence_;
      return *director_->fault_;
    }
    if (director_->silent_ || !director_->picture_) {
      lock.unlock();
      std::this_thread::sleep_until(deadline);
      return NoFrame{};
    }
    picture_ = director_->picture_;
    return Frame::borrowing(picture_->view(), {sequence_++, std::chrono::steady_clock::now(), director_->changes_ - 1});
  }

  std::string description() const override { return "a directed source"; }

  std::optional<CameraStatus> camera() const override {
    const std::lock_guard lock(director_->mutex_);
    return director_->camera_;
  }

 private:
  std::shared_ptr<Director> director_;
  std::shared_ptr<const TestFrame> picture_;  ///< the pipeline reads the frame's bytes before the next one is asked for
  std::uint64_t sequence_ = 0;
};

}  // namespace sobelcam::test
