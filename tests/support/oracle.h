// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "drivers/frame/frame_view.h"
#include "drivers/frame/image_view.h"

namespace sobelcam::test {

/// A plane of doubles, tightly packed.
struct DoublePlane {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<double> values;

  double& at(std::uint32_t x, std::uint32_t y) { return values[std::size_t{y} * width + x]; }
  double at(std::uint32_t x, std::uint32_t y) const { return values[std::size_t{y} * width + x]; }
};

/// A second opinion on SPEC.md that shares no code with any implementation: the textbook formulas in double
/// precision, sums from left to right, no fused operations.
DoublePlane oracle_gray(const FrameView& frame);
DoublePlane oracle_blur(const DoublePlane& gray);
DoublePlane oracle_magnitude(const DoublePlane& blur);
/// The equalized levels from a plane of bytes, by counting smaller values; quadratic in the number of levels.
DoublePlane oracle_equalized(ImageView<const std::uint8_t> levels);

/// The largest distance between a plane and what the oracle says.
double largest_distance(const DoublePlane& oracle, ImageView<const float> plane);

}  // namespace sobelcam::test
