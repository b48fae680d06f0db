// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/arguments.h"
#include "kernels/edge_spec.h"

/// Samples of more than eight bits, and the colors of Bayer mosaics, for the kernels of both CUDA rows.
namespace sobelcam::cuda {

/// One of the bytes of FrameArguments::samples.
template <std::uint32_t kAt>
__device__ __forceinline__ std::uint32_t number_of(const FrameArguments& frame) {
  return frame.samples >> kAt & 0xFFU;
}

/// From a sample of 8, 10, 12 or 16 bits to 0..255.
__device__ __forceinline__ float scale_of(std::uint32_t bits) {
  switch (bits) {
    case 10:
      return spec::kScaleOf10Bits;
    case 12:
      return spec::kScaleOf12Bits;
    case 16:
      return spec::kScaleOf16Bits;
    default:
      return 1.0F;
  }
}

/// 2^-(bits - 8): from a sample of at most 16 bits to its value among eight, fraction included.
__device__ __forceinline__ float step_of(std::uint32_t bits) {
  return static_cast<float>(1U << (16 - bits)) * 0x1p-8F;
}

__device__ __forceinline__ std::uint32_t mask_of(std::uint32_t bits) {
  return (1U << bits) - 1;
}

/// How the samples of a mosaic lie in its rows, which may start at any byte.
struct Bayer8 {
  static __device__ __forceinline__ std::uint32_t sample(const std::uint8_t* row, std::uint32_t column,
                                                         std::uint32_t /*mask*/) {
    return __ldg(row + column);
  }
};

struct Bayer16 {
  static __device__ __forceinline__ std::uint32_t sample(const std::uint8_t* row, std::uint32_t column,
                                                         std::uint32_t mask) {
    const std::uint8_t* at = row + 2 * column;
    return (__ldg(at) | static_cast<std::uint32_t>(__ldg(at + 1)) << 8) & mask;
  }
};

/// Four pixels in five bytes: their high eight bits, then the low two of each, the first pixel's lowest.
struct Bayer10Packed {
  static __device__ __forceinline__ std::uint32_t sample(const std::uint8_t* row, std::uint32_t column,
                                                         std::uint32_t /*mask*/) {
    const std::uint8_t* group = row + column / 4 * 5;
    const std::uint32_t low = __ldg(group + 4);
    return static_cast<std::uint32_t>(__ldg(group + column % 4)) << 2 | (low >> (column % 4 * 2) & 3);
  }
};

/// SPEC.md's mirror, for coordinates from -1 to `side`; what lies beyond is somewhere in the picture.
__device__ __forceinline__ int mirrored(int coordinate, int side) {
  const int inside = coordinate < 0 ? 1 : (coordinate < side ? coordinate : side - 2);
  return max(0, min(inside, side - 1));
}

/// Four times the colors of four pixels: SPEC.md's sums before they are divided, below 2^18.
struct FourColors {
  std::uint32_t red[4];
  std::uint32_t green[4];
  std::uint32_t blue[4];
};

/// Four neighboring columns of a mosaic. What the last ones give beside the picture means nothing.
template <class Mosaic>
class MosaicColumns {
 public:
  /// `first` is a column of the picture, and a multiple of four.
  __device__ __forceinline__ MosaicColumns(const FrameArguments& frame, int first)
      : pixels_(reinterpret_cast<const std::uint8_t*>(frame.pixels)),
        stride_(frame.stride),
        height_(static_cast<int>(frame.height)),
        mask_(mask_of(number_of<kBitsAt>(frame))),
        red_column_(number_of<kRedAt>(frame)),
        red_row_(number_of<kRedRowAt>(frame)) {
#pragma unroll
    for (int i = 0; i < kWindow; ++i) {
      columns_[i] = static_cast<std::uint32_t>(mirrored(first - 1 + i, static_cast<int>(frame.width)));
    }
  }

  /// Of a row of the picture.
  __device__ __forceinline__ FourColors colors(int y) const {
    std::uint32_t above[kWindow];
    std::uint32_t here[kWindow];
    std::uint32_t below[kWindow];
    load(mirrored(y - 1, height_), above);
    load(y, here);
    load(mirrored(y + 1, height_), below);
    const bool row_has_red = static_cast<std::uint32_t>(y) % 2 == red_row_;
    const bool even_is_green = row_has_red == (red_column_ != 0);
    FourColors colors;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const bool green = (i % 2 == 0) == even_is_green;
      const std::uint32_t across = here[i] + here[i + 2];
      const std::uint32_t down = above[i + 1] + below[i + 1];
      const std::uint32_t corners = above[i] + above[i + 2] + below[i] + below[i + 2];
      const std::uint32_t own = 4 * here[i + 1];
      const std::uint32_t of_row = green ? 2 * across : own;
      const std::uint32_t of_other_rows = green ? 2 * down : corners;
      colors.red[i] = row_has_red ? of_row : of_other_rows;
      colors.green[i] = green ? own : across + down;
      colors.blue[i] = row_has_red ? of_other_rows : of_row;
    }
    return colors;
  }

 private:
  static constexpr int kWindow = 6;  ///< the four columns and one on each side

  __device__ __forceinline__ void load(int y, std::uint32_t (&samples)[kWindow]) const {
    const std::uint8_t* row = pixels_ + static_cast<std::uint64_t>(static_cast<std::uint32_t>(y)) * stride_;
#pragma unroll
    for (int i = 0; i < kWindow; ++i) {
      samples[i] = Mosaic::sample(row, columns_[i], mask_);
    }
  }

  const std::uint8_t* pixels_;
  std::uint64_t stride_;
  int height_;
  std::uint32_t mask_;
  std::uint32_t red_column_;
  std::uint32_t red_row_;
  std::uint32_t columns_[kWindow];
};

}  // namespace sobelcam::cuda
