// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "drivers/frame/image_view.h"

namespace sobelcam::reference {

/// SPEC.md's border: the plane at (x, y), with each coordinate moved to the nearest one inside.
template <typename Pixel>
Pixel clamped(ImageView<const Pixel> plane, std::int64_t x, std::int64_t y) {
  const auto inside_x = std::clamp<std::int64_t>(x, 0, std::int64_t{plane.width} - 1);
  const auto inside_y = std::clamp<std::int64_t>(y, 0, std::int64_t{plane.height} - 1);
  return plane.row(static_cast<std::uint32_t>(inside_y))[inside_x];
}

}  // namespace sobelcam::reference
