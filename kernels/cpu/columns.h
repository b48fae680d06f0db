// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace sobelcam::cpu {

/// The columns of a tile, and of the stages before Sobel that it needs: clamped to the picture.
struct Columns {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t width;

  std::uint32_t from(std::uint32_t halo) const { return begin > halo ? begin - halo : 0; }
  std::uint32_t to(std::uint32_t halo) const { return std::min(width, end + halo); }
  std::uint32_t count() const { return end - begin; }
  /// Where a column lies in a TileRow.
  std::int64_t place(std::uint32_t column) const { return std::int64_t{column} - begin; }
};

}  // namespace sobelcam::cpu
