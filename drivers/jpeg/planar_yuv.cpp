// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/planar_yuv.h"

#include <algorithm>
#include <cstddef>

namespace sobelcam {
namespace {

using LevelTable = std::array<std::uint8_t, 256>;

template <typename LevelOf>
LevelTable table_of(LevelOf level_of, ColorRange range) {
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

}  // namespace

std::uint8_t full_range_luma(unsigned level, ColorRange range, unsigned bits) {
  const int steps = 1 << (bits - 8);  // of a level of 8 bits
  const auto luma = static_cast<int>(level);
  return range == ColorRange::kFull ? rounded(luma * 255, 256 * steps - 1, 0)
                                    : rounded((luma - 16 * steps) * 255, 219 * steps, 0);
}

std::uint8_t full_range_chroma(std::uint8_t level, ColorRange range) {
  return range == ColorRange::kFull ? level : rounded((level - 128) * 255, 224, 128);
}

void PlanarYuv::take_apart(const FrameView& frame) {
  const Chroma chroma = traits(frame.layout.format).chroma;
  halved_rows = chroma == Chroma::kInterleaved420 || chroma == Chroma::kPlanar420;
  const std::uint32_t pairs = (frame.layout.width + 1) / 2;
  const std::uint32_t rows = halved_rows ? frame.layout.height + frame.layout.height % 2 : frame.layout.height;
  const std::uint32_t chroma_rows = halved_rows ? rows / 2 : rows;
  strides = {static_cast<int>(2 * pairs), static_cast<int>(pairs), static_cast<int>(pairs)};
  planes[0].resize(std::size_t{2} * pairs * rows);
  planes[1].resize(std::size_t{pairs} * chroma_rows);
  planes[2].resize(std::size_t{pairs} * chroma_rows);
  take_luma(frame, rows);
  if (chroma == Chroma::kPacked) {
    take_packed_chroma(frame);
  } else if (chroma == Chroma::kPlanar420) {
    take_planar_chroma(frame, chroma_rows);
  } else {
    take_interleaved_chroma(frame, chroma_rows);
  }
}

PlanarYuv::ChromaPlanes PlanarYuv::chroma_planes(PixelFormat format) {
  const bool v_first = traits(format).v_first;
  return {planes[v_first ? 2 : 1].data(), planes[v_first ? 1 : 2].data()};
}

void PlanarYuv::take_luma(const FrameView& frame, std::uint32_t rows) {
  const FrameLayout& layout = frame.layout;
  const LevelTable level = table_of([](auto luma, auto range) { return full_range_luma(luma, range); }, layout.range);
  const std::size_t step = traits(layout.format).pixel_bytes;
  std::uint8_t* out = planes[0].data();
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* in = frame.row(std::min(y, layout.height - 1)) + traits(layout.format).first;
    for (int x = 0; x < strides[0]; ++x) {
      *out++ = level[in[step * std::min(static_cast<std::uint32_t>(x), layout.width - 1)]];
    }
  }
}

void PlanarYuv::take_interleaved_chroma(const FrameView& frame, std::uint32_t rows) {
  const LevelTable level = table_of(full_range_chroma, frame.layout.range);
  auto [first, second] = chroma_planes(frame.layout.format);
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint8_t* in = frame.chroma_row(y);
    for (int pair = 0; pair < strides[1]; ++pair, in += 2) {
      *first++ = level[in[0]];
      *second++ = level[in[1]];
    }
  }
}

void PlanarYuv::take_planar_chroma(const FrameView& frame, std::uint32_t rows) {
  const LevelTable level = table_of(full_range_chroma, frame.layout.range);
  auto [first, second] = chroma_planes(frame.layout.format);
  const auto full_range = [&level](std::uint8_t sample) { return level[sample]; };
  for (std::uint32_t y = 0; y < rows; ++y) {
    first = std::transform(frame.chroma_row(y), frame.chroma_row(y) + strides[1], first, full_range);
    second = std::transform(frame.second_chroma_row(y), frame.second_chroma_row(y) + strides[1], second, full_range);
  }
}

void PlanarYuv::take_packed_chroma(const FrameView& frame) {
  const LevelTable level = table_of(full_range_chroma, frame.layout.range);
  auto [first, second] = chroma_planes(frame.layout.format);
  const std::size_t first_byte = traits(frame.layout.format).first == 0 ? 1 : 0;
  // A row of odd width may end in the middle of its last pair, which then takes the chroma of the one before.
  const std::size_t whole_pairs = frame.layout.width / 2;
  for (std::uint32_t y = 0; y < frame.layout.height; ++y) {
    const std::uint8_t* in = frame.row(y) + first_byte;
    for (std::size_t pair = 0; pair < static_cast<std::size_t>(strides[1]); ++pair) {
      const std::size_t from = whole_pairs == 0 ? 0 : 4 * std::min(pair, whole_pairs - 1);
      *first++ = whole_pairs == 0 ? kNoColor : level[in[from]];
      *second++ = whole_pairs == 0 ? kNoColor : level[in[from + 2]];
    }
  }
}

}  // namespace sobelcam
