// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "drivers/camera/open_source.h"

namespace sobelcam::v4l2 {

/// Opens the camera at `path`, or the first usable one where it is empty, and starts it: negotiates, probes the buffer
/// providers with real frames, sets the controls.
///
/// Errors:   faults in the user's words; std::invalid_argument on options that contradict each other
std::variant<std::unique_ptr<FrameSource>, SourceFault> open_camera(const std::string& path,
                                                                    const SourceOptions& options);

}  // namespace sobelcam::v4l2
