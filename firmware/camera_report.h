// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam {

/// The camera, as it is or as it was when it was last open.
struct CameraReport {
  std::shared_ptr<const CameraFacts> facts;
  CameraCounters counters;  ///< of all its openings
  bool open = false;
};

struct NamedCounter {
  std::string_view name;
  std::uint64_t CameraCounters::*member;
};

/// What became of the frames that the driver gave or should have given; one that is copied is delivered too.
inline constexpr std::array kFrameCounters{
    NamedCounter{"delivered", &CameraCounters::delivered},
    NamedCounter{"lost", &CameraCounters::lost},
    NamedCounter{"passed_over", &CameraCounters::passed_over},
    NamedCounter{"flagged", &CameraCounters::flagged},
    NamedCounter{"empty", &CameraCounters::empty},
    NamedCounter{"too_short", &CameraCounters::too_short},
    NamedCounter{"too_long", &CameraCounters::too_long},
    NamedCounter{"broken_jpeg", &CameraCounters::broken_jpeg},
    NamedCounter{"wrong_field", &CameraCounters::wrong_field},
};

/// What happened on the way.
inline constexpr std::array kCameraEventCounters{
    NamedCounter{"copied", &CameraCounters::copied},
    NamedCounter{"clock_distrusted", &CameraCounters::clock_distrusted},
    NamedCounter{"stream_restarts", &CameraCounters::stream_restarts},
    NamedCounter{"format_changes", &CameraCounters::format_changes},
};

CameraCounters operator+(CameraCounters sum, const CameraCounters& more);

}  // namespace sobelcam
