// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/report_card.h"

namespace sobelcam::tool {

std::string_view name(Bound bound) {
  switch (bound) {
    case Bound::kArithmetic:
      return "arithmetic";
    case Bound::kLaunch:
      return "launch";
    case Bound::kMemory:
      break;
  }
  return "memory";
}

Prediction predict(const StageVariant& variant, FrameSize size, const GpuLimits& limits) {
  const double pixels = static_cast<double>(size.width) * size.height;
  Prediction prediction;
  prediction.memory_us = variant.bytes_per_pixel * pixels / (limits.copy_gb_per_s * 1e3);
  prediction.arithmetic_us = variant.flops_per_pixel * pixels / (limits.fma_tflops * 1e6);
  prediction.launch_us = variant.launches * limits.launch_us;
  prediction.least_us = prediction.memory_us;
  if (prediction.arithmetic_us > prediction.least_us) {
    prediction.least_us = prediction.arithmetic_us;
    prediction.bound = Bound::kArithmetic;
  }
  if (prediction.launch_us > prediction.least_us) {
    prediction.least_us = prediction.launch_us;
    prediction.bound = Bound::kLaunch;
  }
  return prediction;
}

}  // namespace sobelcam::tool
