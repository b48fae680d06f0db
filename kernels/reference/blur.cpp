// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/edge_spec.h"
#include "kernels/reference/clamped.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

/// The pairs are added first: the sum is then the same from either side, and flips commute with the blur.
float five_taps(float a, float b, float c, float d, float e) {
  return std::fma(spec::kOuterTap, a + e, std::fma(spec::kInnerTap, b + d, spec::kCenterTap * c));
}

}  // namespace

void blur_across(ImageView<const float> gray, ImageView<float> across) {
  for (std::uint32_t y = 0; y < across.height; ++y) {
    const auto at = [&](std::int64_t x) { return clamped(gray, x, y); };
    for (std::uint32_t x = 0; x < across.width; ++x) {
      const std::int64_t i = x;
      across.row(y)[x] = five_taps(at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2));
    }
  }
}

void blur_down(ImageView<const float> across, ImageView<float> blur) {
  for (std::uint32_t y = 0; y < blur.height; ++y) {
    const std::int64_t i = y;
    for (std::uint32_t x = 0; x < blur.width; ++x) {
      const auto at = [&](std::int64_t row) { return clamped(across, x, row); };
      blur.row(y)[x] = five_taps(at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2));
    }
  }
}

}  // namespace sobelcam::reference
