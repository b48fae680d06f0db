// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drivers/frame/pixel_format.h"

namespace sobelcam::v4l2 {

struct FrameSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const FrameSize&) const = default;
};

/// Seconds from a frame to the next, as V4L2 has them: a fraction.
struct FrameInterval {
  std::uint32_t numerator = 0;
  std::uint32_t denominator = 0;

  bool operator==(const FrameInterval&) const = default;
  double fps() const { return numerator == 0 ? 0 : static_cast<double>(denominator) / numerator; }
};

/// One interval, or all from the shortest to the longest in steps (0/0: any).
struct IntervalRange {
  FrameInterval shortest;
  FrameInterval longest;
  FrameInterval step;
};

/// One size, or all from the smallest to the largest in steps; with the intervals that the driver lists for it.
struct SizeRange {
  FrameSize smallest;
  FrameSize largest;
  FrameSize step{1, 1};
  std::vector<IntervalRange> intervals;  ///< of the largest size; empty where the driver names none

  bool discrete() const { return smallest == largest; }
};

/// How pixels come out of a format.
enum class Decoding : std::uint8_t {
  kNone,     ///< cannot be used
  kRaw,      ///< the frame is taken as it is
  kJpeg,     ///< decoded to luma
  kConvert,  ///< by libv4l, as the last resort
};

/// One format that the camera offers.
struct CameraFormat {
  std::uint32_t fourcc = 0;
  std::string name;         ///< the four characters, such as "YUYV"
  std::string description;  ///< the driver's own words
  bool compressed = false;
  Decoding decoding = Decoding::kNone;
  PixelFormat pixels = PixelFormat::kGrey;  ///< what a frame of it becomes, unless kNone
  std::vector<SizeRange> sizes;
};

/// Everything that a camera says it can do, without a handle to anything.
struct CameraModes {
  std::vector<CameraFormat> formats;  ///< in the driver's order
};

/// "YUYV" of its four bytes; big-endian variants get V4L2's "-BE", bytes that cannot be printed a hexadecimal.
std::string fourcc_name(std::uint32_t fourcc);

/// "640x480"
std::string name(const FrameSize& size);
/// "29.97", without trailing zeros.
std::string fps_name(double fps);

/// "a, b, c"
std::string joined(const std::vector<std::string>& items);

}  // namespace sobelcam::v4l2
