// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/sobelcam/bench_frames.h"
#include "tools/sobelcam/kernel_variants.h"

namespace sobelcam::tool {

/// What a device can do at most, measured in the same run.
struct GpuLimits {
  double copy_gb_per_s = 0;  ///< within the device's memory, bytes read and bytes written
  double fma_tflops = 0;     ///< a fused multiply-add is two
  double launch_us = 0;      ///< of a kernel that does nothing, one behind the other
};

enum class Bound : std::uint8_t { kMemory, kArithmetic, kLaunch };

std::string_view name(Bound bound);

/// The time that a limit allows, and which limit it is.
struct Prediction {
  double memory_us = 0;
  double arithmetic_us = 0;
  double launch_us = 0;
  double least_us = 0;  ///< the greatest of the three
  Bound bound = Bound::kMemory;
};

/// Shapes:   limits above zero
Prediction predict(const StageVariant& variant, FrameSize size, const GpuLimits& limits);

/// A variant alone: what it must do, what that would take, and what it took.
struct ReportCardLine {
  VariantId id{};
  Prediction prediction;
  double measured_us = 0;

  double percent_of_limit() const { return 100 * prediction.least_us / measured_us; }
};

}  // namespace sobelcam::tool
