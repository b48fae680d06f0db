// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/reference/from_samples.h"
#include "kernels/reference/hardware_fma.h"
#include "kernels/reference/stages.h"

namespace sobelcam::reference {
namespace {

/// SPEC.md's border of a mosaic: the coordinate of the same color inside, where the picture has more than one.
std::uint32_t mirrored(std::int64_t i, std::uint32_t size) {
  if (size == 1) {
    return 0;
  }
  const std::int64_t last = std::int64_t{size} - 1;
  return static_cast<std::uint32_t>(i < 0 ? -i : i > last ? 2 * last - i : i);
}

/// Pixel 4k of a group has its two low bits lowest in the group's fifth byte.
unsigned packed_sample(const std::uint8_t* row, std::size_t x) {
  const std::uint8_t* group = row + x / 4 * 5;
  const std::size_t place = x % 4;
  return 4U * group[place] + ((static_cast<unsigned>(group[4]) >> (2 * place)) & 3U);
}

/// A mosaic whose samples can be read beside it too.
struct Mosaic {
  const FrameView& frame;
  const FormatTraits& format;

  /// Sums of a few samples stay exact as float.
  float at(std::int64_t column, std::int64_t line) const {
    const std::size_t x = mirrored(column, frame.layout.width);
    const std::uint8_t* row = frame.row(mirrored(line, frame.layout.height));
    switch (format.samples) {
      case Samples::kBayer16:
        return static_cast<float>(word(row, x, format.bits));
      case Samples::kBayer10Packed:
        return static_cast<float>(packed_sample(row, x));
      default:
        return static_cast<float>(row[x]);
    }
  }

  bool is_red_column(std::int64_t x) const { return x % 2 == format.red_x; }
  bool is_red_row(std::int64_t y) const { return y % 2 == format.red_y; }

  float beside(std::int64_t x, std::int64_t y) const { return (at(x - 1, y) + at(x + 1, y)) / 2; }
  float above_and_below(std::int64_t x, std::int64_t y) const { return (at(x, y - 1) + at(x, y + 1)) / 2; }
  float on_four_sides(std::int64_t x, std::int64_t y) const {
    return (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 4;
  }
  float at_four_corners(std::int64_t x, std::int64_t y) const {
    return (at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)) / 4;
  }
};

/// Gray in the mosaic's own bits.
float interpolated(const Mosaic& mosaic, std::int64_t x, std::int64_t y) {
  const bool red_column = mosaic.is_red_column(x);
  const bool red_row = mosaic.is_red_row(y);
  if (red_column && red_row) {
    return from_rgb(mosaic.at(x, y), mosaic.on_four_sides(x, y), mosaic.at_four_corners(x, y));
  }
  if (!red_column && !red_row) {
    return from_rgb(mosaic.at_four_corners(x, y), mosaic.on_four_sides(x, y), mosaic.at(x, y));
  }
  if (red_row) {
    return from_rgb(mosaic.beside(x, y), mosaic.at(x, y), mosaic.above_and_below(x, y));
  }
  return from_rgb(mosaic.above_and_below(x, y), mosaic.at(x, y), mosaic.beside(x, y));
}

}  // namespace

SOBELCAM_HARDWARE_FMA void gray_of_mosaic(const FrameView& frame, ImageView<float> gray) {
  const Mosaic mosaic{frame, traits(frame.layout.format)};
  for (std::uint32_t y = 0; y < gray.height; ++y) {
    for (std::uint32_t x = 0; x < gray.width; ++x) {
      const float value = interpolated(mosaic, x, y);
      gray.row(y)[x] = mosaic.format.bits == 8 ? value : value * spec::scale_of(mosaic.format.bits);
    }
  }
}

}  // namespace sobelcam::reference
