// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "drivers/frame/frame_source.h"

namespace sobelcam {

/// The states of the appliance; README.md says when each holds.
inline constexpr std::array<std::string_view, 8> kHealthStates{"starting",  "ok",      "starved",     "busy",
                                                               "no_device", "stalled", "unsupported", "error"};

/// The state that a fault of the source leads to.
std::string_view state_after(SourceFaultKind kind);

/// Whether live pictures come, and if not, why.
struct Health {
  bool ok = false;
  std::string state = "starting";  ///< one of kHealthStates
  std::string reason = "no frame yet";
  std::chrono::steady_clock::time_point since{};

  /// The source could not be had, so that having it again ends the state; the other troubles end with a frame.
  bool ends_when_opened() const { return state == "no_device" || state == "busy" || state == "unsupported"; }
};

}  // namespace sobelcam
