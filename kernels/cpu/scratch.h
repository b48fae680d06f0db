// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/edge_result.h"

namespace sobelcam::cpu {

/// Columns at most that a worker takes down the picture at once: few enough for its rows to stay in the cache.
inline constexpr std::uint32_t kTileWidth = 1024;

/// A row of one tile with room on both sides: for halo columns, and for the lanes that the last vector has too many.
///
/// Shapes:   columns count from the tile's first; kFirst is the one that vectors start at, and is aligned for them
template <std::int64_t kFirst, typename Value = float>
class TileRow {
 public:
  Value* at(std::int64_t column) { return values_.data() + (kMargin - kFirst + column); }
  const Value* at(std::int64_t column) const { return values_.data() + (kMargin - kFirst + column); }

 private:
  static constexpr std::int64_t kMargin = 16;  ///< as many floats as the widest vector holds, and 64 bytes

  alignas(64) std::array<Value, kTileWidth + 3 * kMargin> values_{};
};

/// Counts bytes. Four tables side by side, because neighbors are often equal, and an increment that waits for the one
/// before it costs several cycles.
class ByteCounter {
 public:
  void clear() { tables_ = {}; }

  void count(const std::uint8_t* bytes, std::size_t size);
  void add_to(Histogram& histogram) const;

 private:
  std::array<Histogram, 4> tables_{};
};

/// What one worker needs between the rows of a band; a few kilobytes, allocated once.
struct Scratch {
  std::array<TileRow<-4, std::uint16_t>, 3> mosaic;  ///< samples of a Bayer mosaic: row y lies in y % 3
  TileRow<-3> gray;
  std::array<TileRow<-1>, 5> across;  ///< the blur between its two passes, the rows that the pass down still needs
  TileRow<-1> blur;
  std::array<TileRow<0>, 2> difference;  ///< B(x+1) - B(x-1); row y lies in the one of its parity
  std::array<TileRow<0>, 2> smooth;      ///< B(x-1) + 2 B(x) + B(x+1)
  TileRow<0> magnitude;
  alignas(64) std::array<std::uint8_t, kTileWidth + 64> bytes{};
  ByteCounter edges;
  ByteCounter levels;
};

}  // namespace sobelcam::cpu
