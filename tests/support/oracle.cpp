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

double luma_level(double y, double white, ColorRange range) {
  const double scale = (white + 1) / 256;  // of limited range
  return range == ColorRange::kFull ? y * 255.0 / white
                                    : std::min(255.0, std::max(0.0, (y / scale - 16.0) * 255.0 / 219.0));
}

double rgb_level(double red, double green, double blue) {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

double word_at(const std::uint8_t* p, int bits) {
  return (p[0] + 256 * p[1]) % (1 << bits);
}

double rgb565_level(const std::uint8_t* p) {
  const int word = p[0] + 256 * p[1];
  const int red = word / 2048;
  const int green = word / 32 % 64;
  const int blue = word % 32;
  return rgb_level(red * 8 + red / 4, green * 4 + green / 16, blue * 8 + blue / 4);
}

/// The formats of one pixel a place; a mosaic's levels take their neighbors.
double pixel_level(const std::uint8_t* p, std::size_t x, PixelFormat format, ColorRange range) {
  switch (format) {
    case PixelFormat::kRgb24:
      return rgb_level(p[3 * x], p[3 * x + 1], p[3 * x + 2]);
    case PixelFormat::kBgr24:
      return rgb_level(p[3 * x + 2], p[3 * x + 1], p[3 * x]);
    case PixelFormat::kXr24:
      return rgb_level(p[4 * x + 2], p[4 * x + 1], p[4 * x]);
    case PixelFormat::kXb24:
      return rgb_level(p[4 * x], p[4 * x + 1], p[4 * x + 2]);
    case PixelFormat::kBx24:
      return rgb_level(p[4 * x + 1], p[4 * x + 2], p[4 * x + 3]);
    case PixelFormat::kRx24:
      return rgb_level(p[4 * x + 3], p[4 * x + 2], p[4 * x + 1]);
    case PixelFormat::kRgb565:
      return rgb565_level(p + 2 * x);
    case PixelFormat::kYuyv:
    case PixelFormat::kYvyu:
      return luma_level(p[2 * x], 255, range);
    case PixelFormat::kUyvy:
    case PixelFormat::kVyuy:
      return luma_level(p[2 * x + 1], 255, range);
    case PixelFormat::kY10:
      return luma_level(word_at(p + 2 * x, 10), 1023, range);
    case PixelFormat::kY12:
      return luma_level(word_at(p + 2 * x, 12), 4095, range);
    case PixelFormat::kY16:
      return luma_level(word_at(p + 2 * x, 16), 65535, range);
    default:
      return luma_level(p[x], 255, range);
  }
}

/// A Bayer mosaic, known by its place among the formats: four orders of each depth.
class MosaicLevels {
 public:
  explicit MosaicLevels(const FrameView& frame)
      : frame_(frame), number_(static_cast<int>(frame.layout.format) - static_cast<int>(PixelFormat::kRggb8)) {}

  static bool is_one(PixelFormat format) { return format >= PixelFormat::kRggb8; }

  double level(std::int64_t x, std::int64_t y) const {
    constexpr std::array kWhites{255.0, 1023.0, 4095.0, 65535.0, 1023.0};
    return rgb_level(mean('R', x, y), mean('G', x, y), mean('B', x, y)) * 255 / kWhites.at(depth());
  }

 private:
  std::size_t depth() const { return static_cast<std::size_t>(number_ / 4); }

  char color(std::int64_t x, std::int64_t y) const {
    constexpr std::array kOrders{"RGGB", "GRBG", "GBRG", "BGGR"};
    return kOrders.at(static_cast<std::size_t>(number_ % 4))[2 * (y & 1) + (x & 1)];
  }

  /// The pixel itself where it has the color, else the mean of those around it that have.
  double mean(char wanted, std::int64_t x, std::int64_t y) const {
    if (color(x, y) == wanted) {
      return sample(x, y);
    }
    double sum = 0;
    int count = 0;
    for (std::int64_t j = y - 1; j <= y + 1; ++j) {
      for (std::int64_t i = x - 1; i <= x + 1; ++i) {
        if (color(i, j) == wanted) {
          sum += sample(i, j);
          ++count;
        }
      }
    }
    return sum / count;
  }

  static std::size_t mirrored(std::int64_t i, std::int64_t size) {
    const std::int64_t folded = i < 0 ? -i : i >= size ? 2 * size - 2 - i : i;
    return static_cast<std::size_t>(size == 1 ? 0 : folded);
  }

  double sample(std::int64_t column, std::int64_t line) const {
    constexpr std::array kWordBits{0, 10, 12, 16, 0};
    const std::size_t x = mirrored(column, frame_.layout.width);
    const std::uint8_t* row = frame_.data + mirrored(line, frame_.layout.height) * frame_.layout.stride;
    if (depth() == 0) {
      return row[x];
    }
    if (kWordBits.at(depth()) != 0) {
      return word_at(row + 2 * x, kWordBits.at(depth()));
    }
    constexpr std::array kPlaceValues{1, 4, 16, 64};
    return row[x + x / 4] * 4 + row[x / 4 * 5 + 4] / kPlaceValues.at(x % 4) % 4;
  }

  const FrameView& frame_;
  int number_;
};

}  // namespace

DoublePlane oracle_gray(const FrameView& frame) {
  const FrameLayout& layout = frame.layout;
  DoublePlane gray = plane_of(layout.width, layout.height);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    const std::uint8_t* p = frame.data + y * layout.stride;
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      gray.at(x, y) = MosaicLevels::is_one(layout.format) ? MosaicLevels(frame).level(x, y)
                                                          : pixel_level(p, x, layout.format, layout.range);
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
