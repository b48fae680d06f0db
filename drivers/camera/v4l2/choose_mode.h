// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/camera_modes.h"

namespace sobelcam::v4l2 {

inline constexpr FrameSize kDefaultSize{1280, 720};
inline constexpr double kAimedFps = 30;

/// What is wanted of a camera; what is not named is aimed at by default.
struct WantedMode {
  std::optional<FrameSize> size;
  std::optional<double> fps;
  std::string format;               ///< a fourcc; empty: any
  FrameSize native = kDefaultSize;  ///< the size of the signal, where the input has one
};

struct ChosenMode {
  std::uint32_t fourcc = 0;
  Decoding decoding = Decoding::kNone;
  PixelFormat pixels = PixelFormat::kGrey;
  FrameSize size;          ///< 0x0: as the driver has it, which names no sizes
  FrameInterval interval;  ///< 0/0: as the driver has it, which names no rates
  std::string sentence;    ///< what was chosen, and why
};

/// The size nearest to the wanted one decides first, then whether the wanted rate is reached, then the cost of the
/// format (known_formats.h). Of the rates that reach the wanted one the slowest is taken, else the fastest there is.
///
/// Errors:   words that say why nothing fits, and what the camera offers
std::variant<ChosenMode, std::string> choose_mode(const CameraModes& modes, const WantedMode& wanted);

}  // namespace sobelcam::v4l2
