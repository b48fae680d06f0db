// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "drivers/frame/frame_view.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {

struct NppBuild {
  std::string version;  ///< empty where it is absent
  std::string absence;  ///< why it is absent
  std::string remedy;   ///< and the way out
};

NppBuild npp_build();

/// What NPP's chain took.
struct NppTiming {
  Statistics frame_us;
  bool graph = false;  ///< launched as a graph; else call by call, where NPP cannot be recorded
};

/// Times the chain as one writes it with NPP: RGBToGray, FilterGaussBorder 5x5, GradientVectorSobelBorder (L2), Convert
/// to 8 bits, HistogramEven; 8-bit planes, borders replicated. Frames and edges stay in the GPU's memory, where each
/// frame has buffers of its own; a run is all frames one behind the other, and gives one value: its time by events,
/// divided by their number. Something to measure against: its bits are others than those of SPEC.md.
///
/// Shapes:   RGB24 frames of one size, at least one
/// Errors:   std::runtime_error with the call that failed; std::logic_error where NPP is absent
NppTiming time_npp(std::span<const FrameView> frames, std::size_t runs);

}  // namespace sobelcam::tool
