// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/edge_result.h"

namespace sobelcam {

/// The first place, in reading order, where two planes are not the same, and what lies around it.
struct Difference {
  /// A value, or nothing outside the plane.
  using Neighborhood = std::array<std::array<std::optional<double>, 5>, 5>;

  std::string_view plane;  ///< "gray", "blur", "equalized", "magnitude", "edges", "histogram" or "size"
  std::uint32_t x = 0;     ///< of a histogram: the bin
  std::uint32_t y = 0;
  double expected = 0;
  double actual = 0;
  std::uint64_t different = 0;  ///< how many values differ in the whole plane
  std::uint64_t total = 0;
  Neighborhood expected_around{};
  Neighborhood actual_around{};
  std::optional<std::uint64_t> ulps;  ///< ulp_distance() of the two values; nothing for bytes and counts
  bool on_border_ring = false;        ///< in the plane's first or last row or column
};

/// The values around a place, nothing outside the plane.
Difference::Neighborhood neighborhood(ImageView<const float> plane, std::uint32_t x, std::uint32_t y);

/// How many floats lie between two, one of them counted: 0 for the same bits, 1 for neighbors and for 0 and -0.
std::uint64_t ulp_distance(float a, float b);

/// Borrowed planes of one frame; what is absent is an empty view or null.
struct ResultView {
  ImageView<const float> gray;
  ImageView<const float> blur;
  ImageView<const std::uint8_t> equalized;
  ImageView<const float> magnitude;
  ImageView<const std::uint8_t> edges;
  const Histogram* histogram = nullptr;
};

/// Lifetime: the result must outlive the view
ResultView view_of(const EdgeResult& result);

/// Equality is of bits: two floats that print alike still differ, and so do 0 and -0.
std::optional<Difference> first_difference(std::string_view plane, ImageView<const float> expected,
                                           ImageView<const float> actual);
std::optional<Difference> first_difference(std::string_view plane, ImageView<const std::uint8_t> expected,
                                           ImageView<const std::uint8_t> actual);

/// In the order of the chain, so that the first difference names the stage that made it. What is compared is what both
/// results hold.
std::optional<Difference> first_difference(const ResultView& expected, const ResultView& actual);
std::optional<Difference> first_difference(const EdgeResult& expected, const EdgeResult& actual);

/// For a person: where, both values, how many, and both neighborhoods side by side.
std::string describe(const Difference& difference);

}  // namespace sobelcam
