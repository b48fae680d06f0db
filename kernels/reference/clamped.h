// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "drivers/frame/image_view.h"

namespace sobelcam::reference {

/// SPEC.md's border above and below: the plane's row y, or the nearest one inside.
template <typename Pixel>
const Pixel* clamped_row(ImageView<const Pixel> plane, std::int64_t y) {
  return plane.row(static_cast<std::uint32_t>(std::clamp<std::int64_t>(y, 0, std::int64_t{plane.height} - 1)));
}

/// SPEC.md's border left and right: a copy of a row with so many copies of its ends on either side.
class WidenedRow {
 public:
  WidenedRow(std::uint32_t width, std::size_t border) : border_(border), pixels_(width + 2 * border) {}

  /// The row from its pixel -border on.
  template <typename Pixel>
  const float* of(const Pixel* row) {
    const auto begin = pixels_.begin() + static_cast<std::ptrdiff_t>(border_);
    const auto end = pixels_.end() - static_cast<std::ptrdiff_t>(border_);
    std::copy_n(row, end - begin, begin);
    std::fill(pixels_.begin(), begin, row[0]);
    std::fill(end, pixels_.end(), *(end - 1));
    return pixels_.data();
  }

 private:
  std::size_t border_;
  std::vector<float> pixels_;
};

}  // namespace sobelcam::reference
