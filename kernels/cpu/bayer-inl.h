// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Bayer mosaics to float gray, one row of a tile at a time.

#if defined(SOBELCAM_KERNELS_CPU_BAYER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SOBELCAM_KERNELS_CPU_BAYER_INL_H
#undef SOBELCAM_KERNELS_CPU_BAYER_INL_H
#else
#define SOBELCAM_KERNELS_CPU_BAYER_INL_H
#endif

#include <algorithm>
#include <array>
#include <cstring>

#include "drivers/frame/frame_view.h"
#include "kernels/cpu/columns.h"
#include "kernels/cpu/rgb-inl.h"
#include "kernels/cpu/scratch.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

/// The samples of columns [begin, end); plain loops, which the compiler makes vectors of.
inline void unpack_bytes(const std::uint8_t* HWY_RESTRICT row, std::uint32_t begin, std::uint32_t end,
                         std::uint16_t* HWY_RESTRICT samples) {
  for (std::uint32_t x = begin; x < end; ++x) {
    samples[x - begin] = row[x];
  }
}

inline void unpack_words(const std::uint8_t* HWY_RESTRICT row, std::uint32_t begin, std::uint32_t end, unsigned used,
                         std::uint16_t* HWY_RESTRICT samples) {
  for (std::uint32_t x = begin; x < end; ++x) {
    std::uint16_t word = 0;
    std::memcpy(&word, row + std::size_t{2} * x, sizeof(word));
    samples[x - begin] = static_cast<std::uint16_t>(word & used);
  }
}

/// `begin` is a multiple of four; up to three samples behind the last are rubbish.
inline void unpack_groups(const std::uint8_t* HWY_RESTRICT row, std::uint32_t begin, std::uint32_t end,
                          std::uint16_t* HWY_RESTRICT samples) {
  const std::uint8_t* group = row + std::size_t{begin} / 4 * 5;
  for (std::uint32_t x = begin; x < end; x += 4, group += 5, samples += 4) {
    const unsigned low_bits = group[4];
    samples[0] = static_cast<std::uint16_t>(4U * group[0] + (low_bits & 3U));
    samples[1] = static_cast<std::uint16_t>(4U * group[1] + (low_bits >> 2U & 3U));
    samples[2] = static_cast<std::uint16_t>(4U * group[2] + (low_bits >> 4U & 3U));
    samples[3] = static_cast<std::uint16_t>(4U * group[3] + (low_bits >> 6U));
  }
}

/// Three rows of samples, at the column where a vector begins.
struct MosaicRows {
  const std::uint16_t* above;
  const std::uint16_t* at;
  const std::uint16_t* below;
};

/// As integers, so that sums of four are exact.
HWY_INLINE hn::Vec<Ints> samples_at(const std::uint16_t* samples) {
  const hn::Rebind<std::uint16_t, Floats> as_words;
  return hn::PromoteTo(Ints(), hn::LoadU(as_words, samples));
}

/// What a row of the mosaic means.
struct MosaicRowColors {
  std::uint32_t colored;  ///< the column, modulo 2, of the red or blue pixels; between them lie green ones
  bool red;               ///< they are red
};

/// Gray of `count` pixels from column x of the picture on; one sample is read beyond each end.
/// Up to kLanes - 1 floats behind the last are rubbish.
HWY_INLINE void gray_of_mosaic(MosaicRows rows, std::uint32_t x, std::uint32_t count, MosaicRowColors colors,
                               float scale, float* gray) {
  const Floats d;
  const Ints as_ints;
  const Vector half = hn::Set(d, 0.5F);
  const Vector quarter = hn::Set(d, 0.25F);
  const auto one = hn::Set(as_ints, 1);
  const auto colored = hn::Set(as_ints, static_cast<std::int32_t>(colors.colored));
  for (std::uint32_t i = 0; i < count; i += kLanes) {
    const auto columns = hn::Iota(as_ints, static_cast<std::int32_t>(x + i));
    const auto is_colored = hn::RebindMask(d, hn::Eq(hn::And(columns, one), colored));
    const auto center = samples_at(rows.at + i);
    const auto beside = hn::Add(samples_at(rows.at + i - 1), samples_at(rows.at + i + 1));
    const auto over = hn::Add(samples_at(rows.above + i), samples_at(rows.below + i));
    const auto corners = hn::Add(hn::Add(samples_at(rows.above + i - 1), samples_at(rows.above + i + 1)),
                                 hn::Add(samples_at(rows.below + i - 1), samples_at(rows.below + i + 1)));
    const Vector sample = hn::ConvertTo(d, center);
    const Vector sides = hn::Mul(hn::ConvertTo(d, hn::Add(beside, over)), quarter);
    const Vector own = hn::IfThenElse(is_colored, sample, hn::Mul(hn::ConvertTo(d, beside), half));
    const Vector green = hn::IfThenElse(is_colored, sides, sample);
    const Vector other =
        hn::IfThenElse(is_colored, hn::Mul(hn::ConvertTo(d, corners), quarter), hn::Mul(hn::ConvertTo(d, over), half));
    const Vector level = colors.red ? weighed(own, green, other) : weighed(other, green, own);
    hn::StoreU(hn::Mul(level, hn::Set(d, scale)), d, gray + i);
  }
}

/// A tile's rows of gray from a mosaic; each row of samples is unpacked once, and kept while its neighbors need it.
class MosaicMarch {
 public:
  MosaicMarch(const FrameView& frame, const Columns& columns, Scratch& scratch)
      : frame_(frame), format_(traits(frame.layout.format)), columns_(columns), scratch_(scratch) {}

  void begin(std::uint32_t first_row) { next_ = first_row > 0 ? first_row - 1 : 0; }

  /// Rows are asked for in order, from the one that begin() named. Writes the tile's columns and three on each side.
  void gray(std::uint32_t y, float* gray) {
    const std::uint32_t last = frame_.layout.height - 1;
    for (const std::uint32_t end = std::min(last, y + 1) + 1; next_ < end; ++next_) {
      unpack(next_);
    }
    const std::uint32_t above = y > 0 ? y - 1 : std::min(1U, last);
    const std::uint32_t below = y < last ? y + 1 : last - std::min(1U, last);
    const std::uint32_t from = columns_.from(3);
    const auto row = [&](std::uint32_t of) { return samples(of).at(columns_.place(from)); };
    const bool red = y % 2 == format_.red_y;
    const MosaicRowColors colors{red ? format_.red_x : 1U - format_.red_x, red};
    gray_of_mosaic({row(above), row(y), row(below)}, from, columns_.to(3) - from, colors, spec::scale_of(format_.bits),
                   gray);
  }

 private:
  using SampleRow = TileRow<-4, std::uint16_t>;

  SampleRow& samples(std::uint32_t y) { return scratch_.mosaic[y % 3]; }

  void unpack(std::uint32_t y) {
    const std::uint8_t* bytes = frame_.row(y);
    const std::uint32_t from = columns_.from(4);
    const std::uint32_t to = columns_.to(4);
    std::uint16_t* out = samples(y).at(columns_.place(from));
    if (format_.samples == Samples::kBayer8) {
      unpack_bytes(bytes, from, to, out);
    } else if (format_.samples == Samples::kBayer16) {
      unpack_words(bytes, from, to, (1U << format_.bits) - 1, out);
    } else {
      unpack_groups(bytes, from, to, out);
    }
    mirror(samples(y));
  }

  /// SPEC.md's border of a mosaic, in a row of samples.
  void mirror(SampleRow& row) const {
    const std::int64_t step = columns_.width > 1 ? 1 : 0;
    if (columns_.begin == 0) {
      *row.at(-1) = *row.at(step);
    }
    if (columns_.to(4) == columns_.width) {
      const std::int64_t last = columns_.place(columns_.width) - 1;
      *row.at(last + 1) = *row.at(last - step);
    }
  }

  const FrameView& frame_;
  const FormatTraits& format_;
  const Columns& columns_;
  Scratch& scratch_;
  std::uint32_t next_ = 0;
};

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
