// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/first_difference.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sobelcam {
namespace {

bool same(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}
bool same(std::uint8_t a, std::uint8_t b) {
  return a == b;
}

std::optional<std::uint64_t> ulps(float a, float b) {
  return ulp_distance(a, b);
}
std::optional<std::uint64_t> ulps(std::uint8_t /*a*/, std::uint8_t /*b*/) {
  return std::nullopt;
}

template <typename Pixel>
Difference::Neighborhood around(ImageView<const Pixel> plane, std::uint32_t x, std::uint32_t y) {
  Difference::Neighborhood values{};
  for (std::uint32_t j = 0; j < 5; ++j) {
    for (std::uint32_t i = 0; i < 5; ++i) {
      // Unsigned wrap-around puts what lies left of or above the plane far outside it.
      const std::uint32_t at_x = x + i - 2;
      const std::uint32_t at_y = y + j - 2;
      if (at_x < plane.width && at_y < plane.height) {
        values[j][i] = plane.row(at_y)[at_x];
      }
    }
  }
  return values;
}

Difference size_difference(std::uint32_t expected_width, std::uint32_t expected_height, std::uint32_t actual_width,
                           std::uint32_t actual_height) {
  Difference difference;
  difference.plane = "size";
  const bool width_differs = expected_width != actual_width;
  difference.expected = width_differs ? expected_width : expected_height;
  difference.actual = width_differs ? actual_width : actual_height;
  return difference;
}

template <typename Pixel>
std::optional<Difference> compare(std::string_view plane, ImageView<const Pixel> expected,
                                  ImageView<const Pixel> actual) {
  if (expected.width != actual.width || expected.height != actual.height) {
    return size_difference(expected.width, expected.height, actual.width, actual.height);
  }
  std::optional<Difference> first;
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    if (std::memcmp(expected.row(y), actual.row(y), expected.width * sizeof(Pixel)) == 0) {
      continue;
    }
    for (std::uint32_t x = 0; x < expected.width; ++x) {
      const Pixel a = expected.row(y)[x];
      const Pixel b = actual.row(y)[x];
      if (same(a, b)) {
        continue;
      }
      if (!first) {
        first = Difference{plane,
                           x,
                           y,
                           static_cast<double>(a),
                           static_cast<double>(b),
                           0,
                           std::uint64_t{expected.width} * expected.height,
                           around(expected, x, y),
                           around(actual, x, y),
                           ulps(a, b),
                           x == 0 || y == 0 || x + 1 == expected.width || y + 1 == expected.height};
      }
      ++first->different;
    }
  }
  return first;
}

std::optional<Difference> compare_histograms(const Histogram& expected, const Histogram& actual) {
  std::optional<Difference> first;
  for (std::uint32_t bin = 0; bin < expected.size(); ++bin) {
    if (expected[bin] == actual[bin]) {
      continue;
    }
    if (!first) {
      first.emplace();
      first->plane = "histogram";
      first->x = bin;
      first->expected = expected[bin];
      first->actual = actual[bin];
      first->total = expected.size();
    }
    ++first->different;
  }
  return first;
}

template <typename Pixel>
std::optional<Difference> compare_where_both(std::string_view plane, ImageView<const Pixel> expected,
                                             ImageView<const Pixel> actual) {
  return expected.empty() || actual.empty() ? std::nullopt : compare(plane, expected, actual);
}

std::string number(std::optional<double> value) {
  std::array<char, 32> text{};
  if (!value) {
    return ".";
  }
  std::snprintf(text.data(), text.size(), "%.9g", *value);
  return text.data();
}

std::string neighborhood_rows(const Difference& difference) {
  std::string text = "  expected around it, then actual (. is outside)\n";
  std::array<char, 32> cell{};
  for (std::size_t j = 0; j < 5; ++j) {
    for (const auto* side : {&difference.expected_around, &difference.actual_around}) {
      for (const auto& value : (*side)[j]) {
        std::snprintf(cell.data(), cell.size(), " %13s", number(value).c_str());
        text += cell.data();
      }
      text += side == &difference.expected_around ? "   |" : "\n";
    }
  }
  return text;
}

}  // namespace

std::optional<Difference> first_difference(std::string_view plane, ImageView<const float> expected,
                                           ImageView<const float> actual) {
  return compare(plane, expected, actual);
}

std::optional<Difference> first_difference(std::string_view plane, ImageView<const std::uint8_t> expected,
                                           ImageView<const std::uint8_t> actual) {
  return compare(plane, expected, actual);
}

Difference::Neighborhood neighborhood(ImageView<const float> plane, std::uint32_t x, std::uint32_t y) {
  return around(plane, x, y);
}

std::uint64_t ulp_distance(float a, float b) {
  // Counted from the lowest float up; the two zeros are neighbors.
  const auto place = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    constexpr std::uint32_t kSign = 0x80000000;
    return std::int64_t{(bits & kSign) != 0 ? ~bits : bits | kSign};
  };
  return static_cast<std::uint64_t>(std::abs(place(a) - place(b)));
}

ResultView view_of(const EdgeResult& result) {
  return {result.gray(), result.blur(), result.equalized(), result.magnitude(), result.edges(), &result.histogram()};
}

std::optional<Difference> first_difference(const ResultView& expected, const ResultView& actual) {
  if (auto found = compare_where_both("gray", expected.gray, actual.gray)) {
    return found;
  }
  if (auto found = compare_where_both("blur", expected.blur, actual.blur)) {
    return found;
  }
  if (auto found = compare_where_both("equalized", expected.equalized, actual.equalized)) {
    return found;
  }
  if (auto found = compare_where_both("magnitude", expected.magnitude, actual.magnitude)) {
    return found;
  }
  if (auto found = compare_where_both("edges", expected.edges, actual.edges)) {
    return found;
  }
  return expected.histogram != nullptr && actual.histogram != nullptr
             ? compare_histograms(*expected.histogram, *actual.histogram)
             : std::nullopt;
}

std::optional<Difference> first_difference(const EdgeResult& expected, const EdgeResult& actual) {
  if (expected.width() != actual.width() || expected.height() != actual.height()) {
    return size_difference(expected.width(), expected.height(), actual.width(), actual.height());
  }
  return first_difference(view_of(expected), view_of(actual));
}

std::string describe(const Difference& difference) {
  const std::string values = "expected " + number(difference.expected) + ", actual " + number(difference.actual);
  if (difference.plane == "size") {
    return "sizes differ: " + values;
  }
  const std::string count =
      " (" + std::to_string(difference.different) + " of " + std::to_string(difference.total) + " differ)";
  if (difference.plane == "histogram") {
    return "histogram differs at bin " + std::to_string(difference.x) + ": " + values + count;
  }
  const std::string distance = difference.ulps ? ", " + std::to_string(*difference.ulps) + " ulp apart" : "";
  const std::string ring = difference.on_border_ring ? ", on the border ring" : "";
  return std::string(difference.plane) + " differs at x=" + std::to_string(difference.x) +
         " y=" + std::to_string(difference.y) + ": " + values + distance + ring + count + "\n" +
         neighborhood_rows(difference);
}

}  // namespace sobelcam
