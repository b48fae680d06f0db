// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "drivers/camera/camera_options.h"
#include "drivers/camera/v4l2/camera_modes.h"

namespace sobelcam {

enum class ControlType : std::uint8_t {
  kInteger,
  kBoolean,
  kMenu,
  kIntegerMenu,
  kButton,
  kBitmask,
  kInteger64,
  kOther
};

std::string_view name(ControlType type);

/// One control of a camera, with the value that it had when it was last read.
struct CameraControl {
  std::uint32_t id = 0;
  std::string name;         ///< lower case with underscores, as v4l2-ctl writes it: "exposure_time_absolute"
  std::string description;  ///< the driver's own words
  ControlType type = ControlType::kInteger;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t step = 1;
  std::int64_t default_value = 0;
  std::int64_t value = 0;
  bool disabled = false;
  bool inactive = false;                                   ///< another control governs it now
  bool read_only = false;                                  ///< kOther is always read only: its value is no number
  std::vector<std::pair<std::int64_t, std::string>> menu;  ///< value and words, of kMenu and kIntegerMenu
};

/// What is known of a camera once it is open; changes when the stream begins anew.
struct CameraFacts {
  std::string path;    ///< as the user named it
  std::string node;    ///< where that led: /dev/video2
  std::string driver;  ///< uvcvideo
  std::string card;
  std::string bus;
  bool multi_planar = false;
  v4l2::CameraModes modes;
  std::string chosen;  ///< the format, size and rate, and why: one sentence
  std::string format;  ///< the fourcc that is captured
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;
  double fps = 0;       ///< as the driver promised; 0 where it names none
  std::string timings;  ///< of a digital video input, such as "1280x720 at 60 Hz"; empty for other inputs
  CameraIo io = CameraIo::kMmap;
  unsigned buffers = 0;
  std::vector<std::string> notes;  ///< why providers before `io` were refused, which settings were not taken
  std::vector<CameraControl> controls;
};

/// Counted since the source was opened.
struct CameraCounters {
  std::uint64_t delivered = 0;
  std::uint64_t lost = 0;         ///< gaps in the driver's sequence
  std::uint64_t passed_over = 0;  ///< whole, but an even newer one was there
  std::uint64_t flagged = 0;      ///< skipped: the driver said that its data are broken
  std::uint64_t empty = 0;        ///< skipped: no byte used
  std::uint64_t too_short = 0;    ///< skipped: rows are missing
  std::uint64_t too_long = 0;     ///< skipped: more bytes used than the buffer has
  std::uint64_t broken_jpeg = 0;  ///< skipped: does not decode
  std::uint64_t wrong_field = 0;  ///< skipped: half a picture, of an interlaced one
  std::uint64_t copied = 0;  ///< delivered in memory of ours: to leave the driver two buffers, or as its own end early
  std::uint64_t clock_distrusted = 0;  ///< the driver's time was not plausible, so the time of arrival was taken
  std::uint64_t stream_restarts = 0;
  std::uint64_t format_changes = 0;

  bool operator==(const CameraCounters&) const = default;
};

/// What FrameSource::camera() says; cheap to copy.
struct CameraStatus {
  std::shared_ptr<const CameraFacts> facts;  ///< never null
  CameraCounters counters;
};

}  // namespace sobelcam
