// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "drivers/frame/image_view.h"
#include "kernels/edge_spec.h"

namespace sobelcam {

/// SPEC.md's u8(): at most 255, then rounded half to even; written out, so that no rounding mode matters.
///
/// Shapes:   value is not negative and not NaN
inline std::uint8_t u8(float value) {
  const float limited = std::min(value, spec::kWhite);
  const int floor = static_cast<int>(limited);
  const float fraction = limited - static_cast<float>(floor);
  const bool up = fraction > 0.5F || (fraction == 0.5F && floor % 2 == 1);
  return static_cast<std::uint8_t>(up ? floor + 1 : floor);
}

/// A plane as a picture: u8() of each value. Both views have the same size.
void u8_plane(ImageView<const float> plane, ImageView<std::uint8_t> picture);

}  // namespace sobelcam
