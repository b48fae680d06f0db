// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "drivers/camera/camera_options.h"
#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/capture_format.h"
#include "drivers/camera/v4l2/capture_queue.h"
#include "drivers/frame/frame_source.h"

namespace sobelcam::v4l2 {

/// A camera that was opened and captures pictures, before anything is asked of it.
struct OpenCamera {
  CaptureQueue queue;
  CameraFacts facts;  ///< path, node, driver, card, bus
};

/// Opens a node or a link to one.
std::variant<OpenCamera, SourceFault> open_node(VideoCalls& calls, const std::string& path);

/// Opens the first node by number that captures pictures in a format that is usable.
///
/// Errors:   a fault that says of each node why it was passed over
std::variant<OpenCamera, SourceFault> open_first(VideoCalls& calls);

/// Timings of the signal, mode, format, rate and controls; goes into `facts` as well.
std::variant<CaptureFormat, SourceFault> configure(const CaptureQueue& queue, const CameraOptions& options,
                                                   CameraFacts& facts, ChosenMode& chosen);

/// The failure as a fault; asks who holds the node where it is busy.
SourceFault fault_of(const VideoDevice& device, const Failure& failure);

}  // namespace sobelcam::v4l2
