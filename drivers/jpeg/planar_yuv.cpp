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

constexpr std::uint8_t kNoColor = 128;

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
  halved_rows = frame.layout.format == PixelFormat::kNv12;
  const std::uint32_t pairs = (frame.layout.width + 1) / 2;
  const std::uint32_t rows = halved_rows ? frame.layout.height + frame.layout.height % 2 : frame.layout.height;
  const std::uint32_t chroma_rows = halved_rows ? rows / 2 : rows;
  strides = {static_cast<int>(2 * pairs), static_cast<int>(pairs), static_cast<int>(pairs)};
  planes[0].resize(std::size_t{2} * pairs * rows);
  planes[1].resize(std::size_t{pairs} * chroma_rows);
  planes[2].resize(std::size_t{pairs} * chroma_rows);
  take_luma(frame, rows);
  if (halved_rows) {
    take_interleaved_chroma(frame, chroma_rows);
  } else {
    take_packed_chroma(frame);
  }
}

void PlanarYuv::take_luma(const FrameView& frame, std::uint32_t rows) {
  const FrameLayout& layout = frame.layout;
  const LevelTable level = table_of(full_range_luma, layout.range);
  const std::size_t step = halved_rows ? 1 : 2;
  const std::size_t first = halved_rows ? 0 : pair_bytes(layout.format).luma;
  std::uint8_t* out = planes[0].data();
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* in = frame.row(std::min(y, layout.height - 1)) + first;
    for (int x = 0; x < strides[0]; ++x) {
      *out++ = level[in[step * std::min(static_cast<std::uint32_t>(x), layout.width - 1)]];
    }
  }
}

void PlanarYuv::take_interleaved_chroma(const FrameView& frame, std::uint32_t rows) {
  const LevelTable level = table_of(full_range_chroma, frame.layout.range);
  std::size_t out = 0;
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* in = frame.chroma_row(y);
    for (int pair = 0; pair < strides[1]; ++pair, ++out, in += 2) {
      planes[1][out] = level[in[0]];
      planes[2][out] = level[in[1]];
    }
  }
}

void PlanarYuv::take_packed_chroma(const FrameView& frame) {
  const LevelTable level = table_of(full_range_chroma, frame.layout.range);
  const PairBytes at = pair_bytes(frame.layout.format);
  // A row of odd width may end in the middle of its last pair, which then takes the chroma of the one before.
  const std::size_t whole_pairs = frame.layout.width / 2;
  std::size_t out = 0;
  for (std::uint32_t y = 0; y < frame.layout.height; ++y) {
    const std::uint8_t* in = frame.row(y);
    for (std::size_t pair = 0; pair < static_cast<std::size_t>(strides[1]); ++pair, ++out) {
      if (whole_pairs == 0) {
        planes[1][out] = planes[2][out] = kNoColor;
        continue;
      }
      const std::size_t from = 4 * std::min(pair, whole_pairs - 1);
      planes[1][out] = level[in[from + at.u]];
      planes[2][out] = level[in[from + at.v]];
    }
  }
}

}  // namespace sobelcam
