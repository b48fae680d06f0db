// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/camera_stream.h"
#include "drivers/camera/v4l2/frame_maker.h"
#include "drivers/camera/v4l2/frame_taker.h"
#include "drivers/camera/v4l2/frame_watch.h"
#include "drivers/camera/v4l2/restart_budget.h"
#include "drivers/camera/v4l2/status_board.h"

namespace sobelcam::v4l2 {

/// Frames of a camera, as long as it is there. What passes is waited for, and what a new start of the stream mends is
/// mended; while only broken pictures come that is a kBadFrame once a second; after any other fault the source has
/// ended and its device is closed.
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
  /// After frames of which none can be shown.
  Outcome bear_broken_frames();
  Outcome check_patience();
  /// What the table says of it is done.
  Outcome fail(const Failure& failure);
  Outcome restart_or_fail(const Failure& failure);
  /// The last kind of buffers was refused and the next one is in use, unless there is a fault.
  Outcome go_on_with(std::optional<SourceFault> fault_of_other_buffers);
  SourceFault fault_after(const Failure& failure) const;
  Outcome end(SourceFault fault);
  void begin_stream();
  void pause(std::chrono::milliseconds time);

  std::unique_ptr<CameraStream> stream_;  ///< none once the source has ended
  VideoCalls& calls_;
  const CameraOptions options_;
  FrameMaker maker_;
  RestartBudget budget_;
  FrameWatch watch_;
  StatusBoard board_;
  FrameTaker taker_;
  Task task_ = Task::kCapture;
  Clock::time_point paused_until_{};
  Clock::time_point task_deadline_{};
  std::optional<SourceFault> ended_;
};

}  // namespace sobelcam::v4l2
