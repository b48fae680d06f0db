// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/enumerate.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <utility>

#include "drivers/camera/v4l2/known_formats.h"

namespace sobelcam::v4l2 {
namespace {

constexpr std::uint32_t kMostEntries = 256;

template <std::size_t kSize>
std::string text(const __u8 (&bytes)[kSize]) {
  return {std::begin(bytes), std::find(std::begin(bytes), std::end(bytes), 0)};
}

FrameInterval interval(const v4l2_fract& fraction) {
  return {fraction.numerator, fraction.denominator};
}

std::vector<IntervalRange> enumerate_intervals(const VideoDevice& device, std::uint32_t fourcc, const FrameSize& size) {
  std::vector<IntervalRange> intervals;
  for (std::uint32_t index = 0; index < kMostEntries; ++index) {
    v4l2_frmivalenum entry{};
    entry.index = index;
    entry.pixel_format = fourcc;
    entry.width = size.width;
    entry.height = size.height;
    if (device.call(VIDIOC_ENUM_FRAMEINTERVALS, entry) != 0) {
      break;
    }
    if (entry.type != V4L2_FRMIVAL_TYPE_DISCRETE) {
      intervals.push_back({interval(entry.stepwise.min), interval(entry.stepwise.max), interval(entry.stepwise.step)});
      break;
    }
    const FrameInterval only = interval(entry.discrete);
    intervals.push_back({only, only, {}});
  }
  return intervals;
}

bool contains(const SizeRange& range, const FrameSize& size) {
  const auto fits = [](std::uint32_t value, std::uint32_t least, std::uint32_t most, std::uint32_t step) {
    return value >= least && value <= most && (value - least) % std::max(step, 1U) == 0;
  };
  return fits(size.width, range.smallest.width, range.largest.width, range.step.width) &&
         fits(size.height, range.smallest.height, range.largest.height, range.step.height);
}

std::vector<SizeRange> enumerate_sizes(const VideoDevice& device, std::uint32_t fourcc,
                                       const std::optional<FrameSize>& wanted) {
  std::vector<SizeRange> sizes;
  for (std::uint32_t index = 0; index < kMostEntries; ++index) {
    v4l2_frmsizeenum entry{};
    entry.index = index;
    entry.pixel_format = fourcc;
    if (device.call(VIDIOC_ENUM_FRAMESIZES, entry) != 0) {
      break;
    }
    if (entry.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
      const FrameSize only{entry.discrete.width, entry.discrete.height};
      sizes.push_back({only, only, {1, 1}, enumerate_intervals(device, fourcc, only)});
      continue;
    }
    const v4l2_frmsize_stepwise& range = entry.stepwise;
    SizeRange all{{range.min_width, range.min_height}, {range.max_width, range.max_height}, {1, 1}, {}};
    if (entry.type == V4L2_FRMSIZE_TYPE_STEPWISE) {
      all.step = {range.step_width, range.step_height};
    }
    all.intervals = enumerate_intervals(device, fourcc, all.largest);
    if (wanted && contains(all, *wanted)) {
      sizes.push_back({*wanted, *wanted, {1, 1}, enumerate_intervals(device, fourcc, *wanted)});
    }
    sizes.push_back(std::move(all));
    break;
  }
  return sizes;
}

std::string capture_refusal(std::uint32_t caps) {
  constexpr std::uint32_t kCapture = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_CAPTURE_MPLANE;
  constexpr std::uint32_t kMemoryToMemory = V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE;
  constexpr std::uint32_t kOutput = V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE;
  if ((caps & kMemoryToMemory) != 0) {
    return "converts pictures from memory to memory and takes none";
  }
  if ((caps & kCapture) == 0) {
    if ((caps & V4L2_CAP_META_CAPTURE) != 0) {
      return "gives the camera's metadata, no pictures";
    }
    return (caps & kOutput) != 0 ? "shows pictures and takes none" : "takes no pictures";
  }
  if ((caps & V4L2_CAP_STREAMING) == 0) {
    return "cannot stream: its driver has read() alone";
  }
  return {};
}

}  // namespace

std::variant<NodeCapabilities, Failure> query_capabilities(const VideoDevice& device) {
  v4l2_capability answer{};
  const auto query = [&] { return device.call(VIDIOC_QUERYCAP, answer); };
  if (const int error = ask_patiently(Call::kQueryCapabilities, query); error != 0) {
    return Failure{Call::kQueryCapabilities, error};
  }
  const std::uint32_t caps =
      (answer.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? answer.device_caps : answer.capabilities;
  NodeCapabilities node;
  node.driver = text(answer.driver);
  node.card = text(answer.card);
  node.bus = text(answer.bus_info);
  node.multi_planar = (caps & V4L2_CAP_VIDEO_CAPTURE) == 0 && (caps & V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0;
  node.refusal = capture_refusal(caps);
  return node;
}

CameraModes enumerate_modes(const VideoDevice& device, std::uint32_t queue_type,
                            const std::optional<FrameSize>& wanted) {
  CameraModes modes;
  for (std::uint32_t index = 0; index < kMostEntries; ++index) {
    v4l2_fmtdesc entry{};
    entry.index = index;
    entry.type = queue_type;
    if (device.call(VIDIOC_ENUM_FMT, entry) != 0) {
      break;
    }
    const KnownFormat known = known_format(entry.pixelformat);
    modes.formats.push_back({entry.pixelformat, fourcc_name(entry.pixelformat), text(entry.description),
                             (entry.flags & V4L2_FMT_FLAG_COMPRESSED) != 0, known.decoding, known.pixels,
                             enumerate_sizes(device, entry.pixelformat, wanted)});
  }
  return modes;
}

std::string unusable_formats(const CameraModes& modes) {
  if (modes.formats.empty()) {
    return "names no format that it could send";
  }
  std::vector<std::string> names;
  for (const CameraFormat& format : modes.formats) {
    if (format.decoding != Decoding::kNone) {
      return {};
    }
    names.push_back(format.name);
  }
  return "sends only formats that are not decoded here: " + joined(names);
}

}  // namespace sobelcam::v4l2
