// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "drivers/frame/frame_view.h"

namespace sobelcam {

/// Draws a decimal number into an RGB24 picture, white on a black box whose top left corner is at x, y; what lies
/// outside of the picture is left out.
///
/// Shapes:   the box has a margin of `scale` pixels, each digit a cell of 6 x 7 times `scale` (kGlyphWidth and a gap)
void draw_number(MutableFrameView target, std::uint32_t x, std::uint32_t y, std::uint32_t scale, std::uint64_t number);

}  // namespace sobelcam
