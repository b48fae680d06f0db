// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "drivers/camera/camera_options.h"

namespace sobelcam {

/// The options of a camera as people write them, for every program that takes them.
///
/// Errors:   std::invalid_argument that names the text and what is accepted

/// "1280x720"
v4l2::FrameSize parse_frame_size(std::string_view text);
/// "30", "12.5"
double parse_frame_rate(std::string_view text);
/// "MJPG"; "Y10" becomes "Y10 ", which is its name, and "yuyv" YUYV.
std::string parse_fourcc(std::string_view text);
/// "exposure_time_absolute=156"
ControlSetting parse_control(std::string_view text);
/// Seconds, from a tenth of one to an hour.
std::chrono::milliseconds parse_timeout(std::string_view text);

}  // namespace sobelcam
