// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/video_device.h"

namespace sobelcam::v4l2 {

/// "Exposure Time, Absolute" becomes "exposure_time_absolute".
std::string control_name(std::string_view description);

/// Every control with its value and the items of its menu. Empty for a camera that has none.
std::vector<CameraControl> read_controls(const VideoDevice& device);

/// Sets controls by name, in order, since one may unlock the next; what could not be set is said in words, one for
/// each.
std::vector<std::string> set_controls(const VideoDevice& device, const std::vector<CameraControl>& known,
                                      std::span<const ControlSetting> settings);

}  // namespace sobelcam::v4l2
