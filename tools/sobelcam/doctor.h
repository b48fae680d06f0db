// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "drivers/camera/v4l2/video_calls.h"
#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct DoctorOptions {
  bool json = false;
  v4l2::VideoCalls* calls = nullptr;  ///< null: the system
};

/// Prints what this machine has for sobelcam, what is wrong with it, and what would help: kDifferent where a pipeline
/// of this build cannot run, a /dev/video* cannot be opened, or a camera offers no format that is decoded. That there
/// is no camera is said, and is nothing wrong.
ExitCode doctor(const DoctorOptions& options, std::ostream& out);

}  // namespace sobelcam::tool
