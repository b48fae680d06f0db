// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "drivers/camera/camera_options.h"
#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/frame_watch.h"

namespace sobelcam::v4l2 {

/// "Fake Camera at /dev/v4l/by-id/usb-cam (/dev/video0)"
std::string title_of(const CameraFacts& facts);

/// The title, and what is captured.
std::string description_of(const CameraFacts& facts);

/// Why it is given up, and the ways out. `asked` is the kind of buffers that the user asked for.
std::string silent_words(const CameraFacts& facts, const FrameWatch& watch, CameraIo asked);

/// What its pictures are like while none can be shown, and the ways out. Without numbers, so that it stays the same.
std::string broken_words(const CameraFacts& facts, const FrameWatch& watch);

/// Of a kind of buffers: "no picture came within 10 s"
std::string waited_words(const FrameWatch& watch);

}  // namespace sobelcam::v4l2
