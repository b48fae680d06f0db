// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/pending_events.h"

#include <linux/videodev2.h>

namespace sobelcam::v4l2 {

void subscribe_to_changes(const VideoDevice& device) {
  v4l2_event_subscription subscription{};
  subscription.type = V4L2_EVENT_SOURCE_CHANGE;
  device.call(VIDIOC_SUBSCRIBE_EVENT, subscription);
}

PendingEvents take_events(const VideoDevice& device) {
  PendingEvents found;
  v4l2_event event{};
  do {
    event = {};
    found.error = device.call(VIDIOC_DQEVENT, event);
    if (found.error != 0) {
      break;
    }
    found.size_changed = found.size_changed || (event.type == V4L2_EVENT_SOURCE_CHANGE &&
                                                (event.u.src_change.changes & V4L2_EVENT_SRC_CH_RESOLUTION) != 0);
  } while (event.pending != 0);
  return found;
}

}  // namespace sobelcam::v4l2
