// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/edge_spec.h"
#include "kernels/reference/clamped.h"
#include "kernels/reference/hardware_fma.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

/// The pairs are added first: the sum is then the same from either side, and flips commute with the blur.
float five_taps(float a, float b, float c, float d, float e) {
  return std::fma(spec::kOuterTap, a + e, std::fma(spec::kInnerTap, b + d, spec::kCenterTap * c));
}

}  // namespace

SOBELCAM_HARDWARE_FMA void blur_across(ImageView<const float> gray, ImageView<float> across) {
  WidenedRow widened(gray.width, 2);
  for (std::uint32_t y = 0; y < across.height; ++y) {
    const float* in = widened.of(gray.row(y));
    float* out = across.row(y);
    for (std::uint32_t x = 0; x < across.width; ++x) {
      out[x] = five_taps(in[x], in[x + 1], in[x + 2], in[x + 3], in[x + 4]);
    }
  }
}

SOBELCAM_HARDWARE_FMA void blur_down(ImageView<const float> across, ImageView<float> blur) {
  for (std::uint32_t row = 0; row < blur.height; ++row) {
    const std::int64_t y = row;
    const float* a = clamped_row(across, y - 2);
    const float* b = clamped_row(across, y - 1);
    const float* c = clamped_row(across, y);
    const float* d = clamped_row(across, y + 1);
    const float* e = clamped_row(across, y + 2);
    float* out = blur.row(row);
    for (std::uint32_t x = 0; x < blur.width; ++x) {
      out[x] = five_taps(a[x], b[x], c[x], d[x], e[x]);
    }
  }
}

}  // namespace sobelcam::reference
