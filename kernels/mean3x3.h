// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "drivers/frame/image_view.h"

namespace sobelcam {

/// The mean of each pixel's 3x3 neighborhood, truncated: a small filter beside the edge chain, for batch experiments.
///
/// Shapes:   both planes have the same size and do not overlap; coordinates are clamped at the border
/// Source:   kernels/SPEC.md, "mean3x3"
void mean3x3(ImageView<const std::uint8_t> plane, ImageView<std::uint8_t> mean);

}  // namespace sobelcam
