// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/camera_modes.h"
#include "drivers/camera/v4l2/fault_table.h"
#include "drivers/camera/v4l2/video_device.h"

namespace sobelcam::v4l2 {

/// The signal at a digital video input.
struct SignalTimings {
  FrameSize size;
  double fps = 0;
  bool interlaced = false;
  std::string words;  ///< "1280x720 at 60 Hz"
};

/// Sets the input to the timings of the signal that is there; nothing where the input has no such timings.
///
/// Errors:   the call that failed, such as a missing signal
std::variant<std::optional<SignalTimings>, Failure> adopt_signal_timings(const VideoDevice& device);

}  // namespace sobelcam::v4l2
