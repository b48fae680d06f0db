// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/oracle.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sobelcam::test {
namespace {

constexpr std::array<double, 5> kTaps{0.06136, 0.24477, 0.38774, 0.24477, 0.06136};

DoublePlane plane_of(std::uint32_t width, std::uint32_t height) {
  return {width, height, std::vector<double>(std::size_t{width} * height)};
}

std::uint32_t inside(std::int64_t i, std::uint32_t size) {
  return i < 0 ? 0 : i >= size ? size - 1 : static_cast<std::uint32_t>(i);
}

double luma_level(double y, ColorRange range) {
  return range == ColorRange::kFull ? y : std::min(255.0, std::max(0.0, (y - 16.0) * 255.0 / 219.0));
}

}  // namespace

DoublePlane oracle_gray(const FrameView& frame) {
  const FrameLayout& layout = frame.layout;
  DoublePlane gray = plane_of(layout.width, layout.height);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    const std::uint8_t* p = frame.data + y * layout.stride;
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      double& value = gray.at(x, y);
      if (layout.format == PixelFormat::kRgb24) {
        value = 0.299 * p[3 * x] + 0.587 * p[3 * x + 1] + 0.114 * p[3 * x + 2];
      } else if (layout.format == PixelFormat::kBgr24) {
        value = 0.114 * p[3 * x] + 0.587 * p[3 * x + 1] + 0.299 * p[3 * x + 2];
      } else if (layout.format == PixelFormat::kYuyv) {
        value = luma_level(p[2 * x], layout.range);
      } else if (layout.format == PixelFormat::kUyvy) {
        value = luma_level(p[2 * x + 1], layout.range);
      } else {
        value = luma_level(p[x], layout.range);
      }
    }
  }
  return gray;
}

DoublePlane oracle_blur(const DoublePlane& gray) {
  DoublePlane blur = plane_of(gray.width, gray.height);
  for (std::uint32_t y = 0; y < gray.height; ++y) {
    for (std::uint32_t x = 0; x < gray.width; ++x) {
      double sum = 0;
      for (int j = -2; j <= 2; ++j) {
        for (int i = -2; i <= 2; ++i) {
          const double tap = kTaps.at(static_cast<std::size_t>(j + 2)) * kTaps.at(static_cast<std::size_t>(i + 2));
          sum += tap * gray.at(inside(std::int64_t{x} + i, gray.width), inside(std::int64_t{y} + j, gray.height));
        }
      }
      blur.at(x, y) = sum;
    }
  }
  return blur;
}

DoublePlane oracle_magnitude(const DoublePlane& blur) {
  constexpr std::array<std::array<int, 3>, 3> kX{{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}};
  DoublePlane magnitude = plane_of(blur.width, blur.height);
  for (std::uint32_t y = 0; y < blur.height; ++y) {
    for (std::uint32_t x = 0; x < blur.width; ++x) {
      double gx = 0;
      double gy = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t i = 0; i < 3; ++i) {
          const auto at_x = inside(std::int64_t{x} + static_cast<std::int64_t>(i) - 1, blur.width);
          const auto at_y = inside(std::int64_t{y} + static_cast<std::int64_t>(j) - 1, blur.height);
          gx += kX[j][i] * blur.at(at_x, at_y);
          gy += kX[i][j] * blur.at(at_x, at_y);
        }
      }
      magnitude.at(x, y) = std::hypot(gx, gy);
    }
  }
  return magnitude;
}

DoublePlane oracle_equalized(ImageView<const std::uint8_t> levels) {
  std::vector<std::uint8_t> sorted;
  for (std::uint32_t y = 0; y < levels.height; ++y) {
    sorted.insert(sorted.end(), levels.row(y), levels.row(y) + levels.width);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto up_to = [&](std::uint8_t level) {
    return static_cast<double>(std::upper_bound(sorted.begin(), sorted.end(), level) - sorted.begin());
  };
  const double smallest = up_to(sorted.front());
  const double spread = static_cast<double>(sorted.size()) - smallest;
  DoublePlane equalized = plane_of(levels.width, levels.height);
  for (std::uint32_t y = 0; y < levels.height; ++y) {
    for (std::uint32_t x = 0; x < levels.width; ++x) {
      const std::uint8_t level = levels.row(y)[x];
      equalized.at(x, y) = spread == 0 ? level : std::floor(255.0 * (up_to(level) - smallest) / spread + 0.5);
    }
  }
  return equalized;
}

double largest_distance(const DoublePlane& oracle, ImageView<const float> plane) {
  double largest = 0;
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    for (std::uint32_t x = 0; x < plane.width; ++x) {
      const double distance = std::abs(oracle.at(x, y) - static_cast<double>(plane.row(y)[x]));
      largest = std::isnan(distance) ? distance : std::max(largest, distance);
    }
  }
  return largest;
}

}  // namespace sobelcam::test
