// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/distances.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace sobelcam::tool {
namespace {

std::uint64_t steps(float a, float b) {
  return ulp_distance(a, b);
}
std::uint64_t steps(std::uint8_t a, std::uint8_t b) {
  return a < b ? b - a : a - b;
}

template <typename Pixel>
void add(std::vector<StageDistances>& all, const char* stage, ImageView<const Pixel> expected,
         ImageView<const Pixel> actual) {
  if (expected.empty() || expected.width != actual.width || expected.height != actual.height) {
    return;
  }
  StageDistances distances;
  distances.stage = stage;
  distances.total = std::uint64_t{expected.width} * expected.height;
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    for (std::uint32_t x = 0; x < expected.width; ++x) {
      const Pixel a = expected.row(y)[x];
      const Pixel b = actual.row(y)[x];
      const std::uint64_t apart = steps(a, b);
      ++distances.bins.at(static_cast<std::size_t>(std::bit_width(apart)));
      distances.different += apart != 0 ? 1 : 0;
      distances.largest_steps = std::max(distances.largest_steps, apart);
      distances.largest = std::fmax(distances.largest, std::fabs(static_cast<double>(a) - static_cast<double>(b)));
    }
  }
  all.push_back(std::move(distances));
}

}  // namespace

std::vector<StageDistances> stage_distances(const ResultView& expected, const ResultView& actual) {
  std::vector<StageDistances> all;
  add(all, "gray", expected.gray, actual.gray);
  add(all, "blur", expected.blur, actual.blur);
  add(all, "equalized", expected.equalized, actual.equalized);
  add(all, "magnitude", expected.magnitude, actual.magnitude);
  add(all, "edges", expected.edges, actual.edges);
  return all;
}

}  // namespace sobelcam::tool
