// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/planar_yuv.h"

#include <algorithm>
#include <cstddef>

namespace sobelcam {
namespace {

using LevelTable = std::array<std::uint8_t, 256>;

LevelTable table_of(std::uint8_t (*level_of)(std::uint8_t, ColorRange), ColorRange range) {
  LevelTable table{};
  for (unsigned level = 0; level < table.size(); ++level) {
    table.at(level) = level_of(static_cast<std::uint8_t>(level), range);
  }
  return table;
}

std::uint8_t rounded(int numerator, int denominator, int offset) {
  const int half = numerator < 0 ? -denominator / 2 : denominator / 2;
  return static_cast<std::uint8_t>(std::clamp((numerator + half) / denominator + offset, 0, 255));
}

/// Where the samples of a packed pair of pixels lie.
struct PairBytes {
  std::size_t luma;
  std::size_t u;
  std::size_t v;
};

PairBytes pair_bytes(PixelFormat format) {
  return format == PixelFormat::kUyvy ? PairBytes{1, 0, 2} : PairBytes{0, 1, 3};
}

}  // namespace

std::uint8_t full_range_luma(std::uint8_t level, ColorRange range) {
  return range == ColorRange::kFull ? level : rounded((level - 16) * 255, 219, 0);
}

std::uint8_t full_range_chroma(std::uint8_t level, ColorRange range) {
  return range == ColorRange::kFull ? level : rounded((level - 128) * 255, 224, 128);
}

void PlanarYuv::take_apart(const FrameView& frame) {
  const FrameLayout& layout = frame.layout;
  halved_rows = layout.format == PixelFormat::kNv12;
  const std::size_t pairs = (std::size_t{layout.width} + 1) / 2;
  const std::uint32_t rows = halved_rows ? layout.height + layout.height % 2 : layout.height;
  const std::uint32_t chroma_rows = halved_rows ? rows / 2 : rows;
  strides = {static_cast<int>(2 * pairs), static_cast<int>(pairs), static_cast<int>(pairs)};
  planes[0].resize(2 * pairs * rows);
  planes[1].resize(pairs * chroma_rows);
  planes[2].resize(pairs * chroma_rows);
  const LevelTable luma = table_of(full_range_luma, layout.range);
  const LevelTable chroma = table_of(full_range_chroma, layout.range);

  const std::size_t luma_step = halved_rows ? 1 : 2;
  const PairBytes at = pair_bytes(layout.format);
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* in = frame.row(std::min(y, layout.height - 1)) + (halved_rows ? 0 : at.luma);
    std::uint8_t* out = planes[0].data() + y * 2 * pairs;
    for (std::size_t x = 0; x < 2 * pairs; ++x) {
      out[x] = luma[in[luma_step * std::min<std::size_t>(x, layout.width - 1)]];
    }
  }
  for (std::uint32_t y = 0; y < chroma_rows; ++y) {
    const std::uint8_t* in = halved_rows ? frame.chroma_row(y) : frame.row(y);
    // A packed row of odd width may end in the middle of its last pair: that pair repeats the chroma before it.
    const std::size_t whole = halved_rows || layout.width % 2 == 0 || layout.width == 1 ? pairs : pairs - 1;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
      const std::size_t from = std::min(pair, whole - 1);
      const bool incomplete = !halved_rows && layout.width == 1;
      const std::uint8_t u = halved_rows ? in[2 * from] : in[4 * from + at.u];
      const std::uint8_t v = halved_rows ? in[2 * from + 1] : incomplete ? std::uint8_t{128} : in[4 * from + at.v];
      planes[1][y * pairs + pair] = chroma[incomplete ? std::uint8_t{128} : u];
      planes[2][y * pairs + pair] = chroma[v];
    }
  }
}

}  // namespace sobelcam
