// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "drivers/camera/camera_options.h"
#include "drivers/frame/buffer_provider.h"
#include "firmware/capture_loop.h"

namespace sobelcam {

/// How the source that the user named is opened, again and again; for "auto", how a camera is looked for.
/// A missing source is a fault and never silently another one.
/// Lifetime: `memory`, where frames will lie, outlives the sources; where a GPU reads it, that GPU is asked to read the
///           buffers of cameras too
std::function<OpenedSource()> live_source(const std::string& spec, const CameraOptions& camera, BufferProvider& memory);

/// Those of the camera's flags that say nothing to a source which is no camera, in words; empty where all is well.
std::string ineffective_flags(const std::string& spec, const std::vector<std::string>& camera_flags);

}  // namespace sobelcam
