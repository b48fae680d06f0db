// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "kernels/reference/stages.h"

namespace sobelcam::reference {

LookupTable equalization(const Histogram& histogram, std::uint64_t pixels) {
  std::array<std::int64_t, 256> cdf{};
  std::partial_sum(histogram.begin(), histogram.end(), cdf.begin(),
                   [](std::int64_t sum, std::int64_t count) { return sum + count; });
  const auto first = std::find_if(cdf.begin(), cdf.end(), [](std::int64_t count) { return count != 0; });
  const std::int64_t cdf_min = first != cdf.end() ? *first : 0;
  const std::int64_t spread = static_cast<std::int64_t>(pixels) - cdf_min;

  LookupTable lut{};
  for (std::size_t level = 0; level < lut.size(); ++level) {
    if (spread == 0) {
      lut[level] = static_cast<std::uint8_t>(level);
    } else if (cdf[level] != 0) {
      lut[level] = static_cast<std::uint8_t>((2 * std::int64_t{255} * (cdf[level] - cdf_min) + spread) / (2 * spread));
    }
  }
  return lut;
}

void apply(const LookupTable& lut, ImageView<const std::uint8_t> levels, ImageView<std::uint8_t> equalized) {
  for (std::uint32_t y = 0; y < levels.height; ++y) {
    std::transform(levels.row(y), levels.row(y) + levels.width, equalized.row(y),
                   [&lut](std::uint8_t level) { return lut[level]; });
  }
}

}  // namespace sobelcam::reference
