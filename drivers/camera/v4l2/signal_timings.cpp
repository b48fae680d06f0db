// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/signal_timings.h"

#include <linux/videodev2.h>

#include <cerrno>

namespace sobelcam::v4l2 {
namespace {

bool has_no_timings(int error) {
  return error == ENOTTY || error == ENODATA || error == EINVAL;
}

SignalTimings described(const v4l2_bt_timings& signal) {
  SignalTimings timings;
  timings.size = {signal.width, signal.height};
  timings.interlaced = signal.interlaced != V4L2_DV_PROGRESSIVE;
  const std::uint64_t columns = std::uint64_t{signal.width} + signal.hfrontporch + signal.hsync + signal.hbackporch;
  const std::uint64_t rows = std::uint64_t{signal.height} + signal.vfrontporch + signal.vsync + signal.vbackporch;
  if (columns * rows != 0) {
    timings.fps = static_cast<double>(signal.pixelclock) / static_cast<double>(columns * rows);
  }
  timings.words = name(timings.size);
  timings.words += " at " + fps_name(timings.fps) + " Hz";
  return timings;
}

}  // namespace

std::variant<std::optional<SignalTimings>, Failure> adopt_signal_timings(const VideoDevice& device) {
  v4l2_dv_timings signal{};
  if (const int error = device.call(VIDIOC_QUERY_DV_TIMINGS, signal); error != 0) {
    if (has_no_timings(error)) {
      return std::nullopt;
    }
    return Failure{Call::kQueryTimings, error};
  }
  if (const int error = device.call(VIDIOC_S_DV_TIMINGS, signal); error != 0 && !has_no_timings(error)) {
    return Failure{Call::kSetTimings, error};
  }
  const v4l2_bt_timings copy = signal.bt;  // the original is packed: no reference may be had of it
  return described(copy);
}

}  // namespace sobelcam::v4l2
