// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// One tile's way down a band, row by row.

#if defined(SOBELCAM_KERNELS_CPU_MARCH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_MARCH_INL_H
#undef SOBELCAM_KERNELS_CPU_MARCH_INL_H
#else
#define SOBELCAM_KERNELS_CPU_MARCH_INL_H
#endif

#include "kernels/cpu/band.h"
#include "kernels/cpu/bayer-inl.h"
#include "kernels/cpu/columns.h"
#include "kernels/cpu/gray-inl.h"
#include "kernels/cpu/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

/// SPEC.md's border: behind the picture's last column, and before its first, each stage repeats its own input.
template <typename Row>
void repeat_border(Row& row, const Columns& columns, std::int64_t halo) {
  if (columns.begin == 0) {
    std::fill_n(row.at(-halo), halo, *row.at(0));
  }
  if (columns.to(static_cast<std::uint32_t>(halo)) == columns.width) {
    const std::int64_t last = columns.place(columns.width) - 1;
    std::fill_n(row.at(last + 1), halo, *row.at(last));
  }
}

/// Sobel's half of the march: takes rows of its input in order, writes the edges of the row above each.
class SobelMarch {
 public:
  SobelMarch(const Columns& columns, const BandOutputs& outputs, Band band, Scratch& scratch)
      : columns_(columns), outputs_(outputs), band_(band), scratch_(scratch) {}

  /// `input` is row y of Sobel's input and holds the tile's columns; its borders are set here.
  void take(TileRow<-1>& input, std::uint32_t y) {
    repeat_border(input, columns_, 1);
    if (y <= band_.begin) {
      keep_slopes(input.at(0), slopes(y), columns_.count());
    } else {
      edges(slopes(y > 1 ? y - 2 : 0), slopes(y - 1), input.at(0), slopes(y), row(), columns_.count());
      finish(y - 1);
    }
    if (y + 1 == outputs_.edges.height && y < band_.end) {
      last_edges(slopes(y > 0 ? y - 1 : 0), slopes(y), row(), columns_.count());
      finish(y);
    }
  }

 private:
  SlopeRow slopes(std::uint32_t y) { return {scratch_.difference[y % 2].at(0), scratch_.smooth[y % 2].at(0)}; }

  EdgeRow row() { return {scratch_.bytes.data(), outputs_.magnitude.empty() ? nullptr : scratch_.magnitude.at(0)}; }

  void finish(std::uint32_t y) {
    std::copy_n(scratch_.bytes.data(), columns_.count(), outputs_.edges.row(y) + columns_.begin);
    scratch_.edges.count(scratch_.bytes.data(), columns_.count());
    if (!outputs_.magnitude.empty()) {
      std::copy_n(scratch_.magnitude.at(0), columns_.count(), outputs_.magnitude.row(y) + columns_.begin);
    }
  }

  const Columns& columns_;
  const BandOutputs& outputs_;
  Band band_;
  Scratch& scratch_;
};

/// From camera bytes to the blur: makes the rows of gray and of the pass across that a row of blur needs.
class BlurMarch {
 public:
  BlurMarch(const FrameView& frame, const Columns& columns, const BandOutputs& outputs, Band band, Scratch& scratch)
      : frame_(frame),
        gray_(gray_columns_of(frame.layout)),
        mosaic_(frame, columns, scratch),
        columns_(columns),
        outputs_(outputs),
        band_(band),
        scratch_(scratch) {}

  void begin(std::uint32_t first_row) {
    next_ = first_row > 2 ? first_row - 2 : 0;
    mosaic_.begin(next_);
  }

  /// Rows are asked for in order, from the one that begin() named.
  TileRow<-1>& row(std::uint32_t y) {
    const std::uint32_t last = frame_.layout.height - 1;
    for (const std::uint32_t end = std::min(last, y + 2) + 1; next_ < end; ++next_) {
      add_row(next_);
    }
    const auto across = [&](std::uint32_t row) { return scratch_.across[std::min(row, last) % 5].at(-1); };
    const std::array<const float*, 5> rows{across(y > 2 ? y - 2 : 0), across(y > 1 ? y - 1 : 0), across(y),
                                           across(y + 1), across(y + 2)};
    blur_down(rows, scratch_.blur.at(-1), columns_.count() + 2);
    if (y >= band_.begin && y < band_.end) {
      keep(y);
    }
    return scratch_.blur;
  }

 private:
  void add_row(std::uint32_t y) {
    const std::uint32_t from = columns_.from(3);
    float* gray = scratch_.gray.at(columns_.place(from));
    if (gray_ != nullptr) {
      gray_(frame_.row(y), columns_.width, from, columns_.to(3), gray);
    } else {
      mosaic_.gray(y, gray);
    }
    repeat_border(scratch_.gray, columns_, 2);
    if (!outputs_.gray.empty() && y >= band_.begin && y < band_.end) {
      std::copy_n(scratch_.gray.at(0), columns_.count(), outputs_.gray.row(y) + columns_.begin);
    }
    blur_across(scratch_.gray.at(-1), scratch_.across[y % 5].at(-1), columns_.count() + 2);
  }

  void keep(std::uint32_t y) {
    if (!outputs_.blur.empty()) {
      std::copy_n(scratch_.blur.at(0), columns_.count(), outputs_.blur.row(y) + columns_.begin);
    }
    if (!outputs_.levels.empty()) {
      quantize(scratch_.blur.at(0), scratch_.bytes.data(), columns_.count());
      std::copy_n(scratch_.bytes.data(), columns_.count(), outputs_.levels.row(y) + columns_.begin);
      scratch_.levels.count(scratch_.bytes.data(), columns_.count());
    }
  }

  const FrameView& frame_;
  GrayColumns gray_;
  MosaicMarch mosaic_;
  const Columns& columns_;
  const BandOutputs& outputs_;
  Band band_;
  Scratch& scratch_;
  std::uint32_t next_ = 0;
};

/// Row y of an equalized plane as float.
inline void equalized_row(const EqualizedPlane& plane, std::uint32_t y, const Columns& columns, TileRow<-1>& row) {
  const std::uint8_t* levels = plane.levels.row(y);
  float* out = row.at(0) - columns.begin;
  for (std::uint32_t x = columns.from(1); x < columns.to(1); ++x) {
    out[x] = static_cast<float>((*plane.lut)[levels[x]]);
  }
}

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
