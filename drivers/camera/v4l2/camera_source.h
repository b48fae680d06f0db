// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/camera_stream.h"
#include "drivers/camera/v4l2/frame_clock.h"
#include "drivers/camera/v4l2/frame_maker.h"
#include "drivers/camera/v4l2/restart_budget.h"
#include "drivers/camera/v4l2/sequence_counter.h"

namespace sobelcam::v4l2 {

/// Frames of a camera, as long as it is there. What passes is waited for, and what a new start of the stream mends is
/// mended; after any other fault the source has ended and its device is closed.
class CameraSource final : public FrameSource {
 public:
  CameraSource(std::unique_ptr<CameraStream> stream, const SourceOptions& options);

  SourceEvent next(std::chrono::steady_clock::time_point deadline) override;
  std::string description() const override;
  std::optional<CameraStatus> camera() const override;

 private:
  using Clock = std::chrono::steady_clock;
  /// Something for the caller, or nothing yet.
  using Outcome = std::optional<SourceEvent>;
  enum class Task : std::uint8_t { kCapture, kRestart, kStartAnew };

  Outcome step(Clock::time_point deadline);
  Outcome work_on_task();
  Outcome wait_for_frame(Clock::time_point deadline);
  Outcome take_frames(short readiness);
  Outcome show(const FilledBuffer& filled, const FrameStamp& stamp);
  Outcome look_at_events();
  Outcome give_back(unsigned slot);
  void count_bad(Verdict verdict);
  FrameStamp stamp(const FilledBuffer& filled);
  Outcome check_patience();
  /// What the table says of it is done.
  Outcome fail(const Failure& failure);
  Outcome restart_or_fail(const Failure& failure);
  Outcome end(SourceFault fault);
  void begin_stream();
  void publish_facts();
  void pause(std::chrono::milliseconds time);
  template <typename Change>
  void count(Change change);

  std::unique_ptr<CameraStream> stream_;  ///< none once the source has ended
  VideoCalls& calls_;
  const Delivery delivery_;
  const CameraOptions options_;
  const std::string description_;
  FrameMaker maker_;
  SequenceCounter sequence_;
  FrameClock clock_;
  RestartBudget budget_;
  Task task_ = Task::kCapture;
  FrameStamp stamp_;          ///< of the newest frame that the driver gave
  bool had_a_frame_ = false;  ///< since the stream began
  Clock::time_point waiting_since_;
  Clock::time_point paused_until_{};
  Clock::time_point task_deadline_{};
  unsigned bad_in_a_row_ = 0;
  std::optional<SourceFault> ended_;

  mutable std::mutex status_mutex_;
  CameraStatus status_;
};

}  // namespace sobelcam::v4l2
