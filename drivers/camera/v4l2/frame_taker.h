// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "drivers/camera/v4l2/camera_buffers.h"
#include "drivers/camera/v4l2/capture_format.h"
#include "drivers/camera/v4l2/frame_clock.h"
#include "drivers/camera/v4l2/frame_watch.h"
#include "drivers/camera/v4l2/sequence_counter.h"
#include "drivers/camera/v4l2/status_board.h"
#include "drivers/frame/frame_source.h"

namespace sobelcam::v4l2 {

/// Takes what the driver has filled: the frame to show, while all others are counted and go back at once.
///
/// Threads:  one thread at a time
class FrameTaker {
 public:
  struct Taken {
    std::optional<FilledBuffer> newest;  ///< of those that can be shown
    FrameStamp stamp;                    ///< of the newest
    bool any = false;                    ///< the driver gave something, be it an error
    std::optional<Failure> failure;      ///< there is no frame then
  };

  FrameTaker(VideoCalls& calls, Delivery delivery, FrameWatch& watch, StatusBoard& board)
      : calls_(calls), delivery_(delivery), watch_(watch), board_(board) {}

  Taken take(CameraBuffers& buffers, const CaptureFormat& format);
  void count_broken(FrameWatch::Cause cause);
  void stream_restarted() { sequence_.stream_restarted(); }

 private:
  void sort(CameraBuffers& buffers, const CaptureFormat& format, const FilledBuffer& filled, Taken& taken);
  FrameStamp stamp(const FilledBuffer& filled);

  VideoCalls& calls_;
  const Delivery delivery_;
  FrameWatch& watch_;
  StatusBoard& board_;
  SequenceCounter sequence_;
  FrameClock clock_;
};

}  // namespace sobelcam::v4l2
