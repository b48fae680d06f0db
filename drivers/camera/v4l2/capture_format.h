// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/capture_queue.h"
#include "drivers/camera/v4l2/choose_mode.h"
#include "drivers/camera/v4l2/format_converter.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam::v4l2 {

/// What the frames of a stream are, by the driver's own numbers.
struct CaptureFormat {
  DriverFormat driver;
  Decoding decoding = Decoding::kRaw;
  FrameLayout layout;                          ///< of raw frames; of others the size alone
  std::shared_ptr<FormatConverter> converter;  ///< of Decoding::kConvert
  std::size_t least_bytes = 1;  ///< a frame with fewer lacks pixels; the padding of the last row may be missing
};

/// Makes sense of the format that the driver is set to after `mode` was asked for.
///
/// Errors:   words where it cannot be used: another format than asked for, interlaced, limited RGB, impossible numbers
std::variant<CaptureFormat, std::string> capture_format(const ChosenMode& mode, const DriverFormat& driver);

/// Bytes up to the last pixel of the last plane.
std::size_t least_bytes(const FrameLayout& layout);

enum class Verdict : std::uint8_t { kGood, kFlagged, kEmpty, kTooShort, kTooLong, kWrongField };

/// Whether a frame can be shown, by what the driver says of it; its bytes are not looked at.
Verdict verdict(const CaptureFormat& format, const FilledBuffer& filled);

}  // namespace sobelcam::v4l2
