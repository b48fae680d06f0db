// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "drivers/frame/frame_view.h"

namespace sobelcam {

/// Draws picture number `sequence` of the moving test pattern: gradients, diagonal stripes, a fine checkerboard of
/// growing contrast, noise, a wandering disc and the number itself. The same number and size give the same bytes
/// on every machine: integers only.
///
/// Shapes:   RGB24 of any size from 1 x 1
void draw_pattern(MutableFrameView target, std::uint64_t sequence);

/// Where the number stands in a pattern of this size, for draw_number().
struct NumberPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t scale = 1;
};
NumberPlace pattern_number_place(std::uint32_t width, std::uint32_t height);

}  // namespace sobelcam
