// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/camera/v4l2/video_device.h"

namespace sobelcam::v4l2 {

/// Asks to be told of changes of the signal; most cameras have no such event, which is no fault.
void subscribe_to_changes(const VideoDevice& device);

/// What the events that were waiting say.
struct PendingEvents {
  bool size_changed = false;
  int error = 0;  ///< of the call that takes them: a positive errno, or 0
};

/// Takes all that are there.
PendingEvents take_events(const VideoDevice& device);

}  // namespace sobelcam::v4l2
