// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/pixels.cuh"

/// Camera bytes to gray: four neighboring pixels a lane, 128 a warp, one row after the other.
namespace sobelcam::cuda {

constexpr unsigned kAllLanes = 0xFFFFFFFFU;

/// Keeps the compiler from taking an address apart, so that a row's is one multiply-add away.
template <class Byte>
__device__ __forceinline__ void keep_together(Byte*& address) {
  asm volatile("" : "+l"(address));
}

/// What a warp has of its row: lane 0 and lane 31 are halo, the lanes between write their pixels.
struct Columns {
  int x;      ///< the lane's first pixel; a multiple of kPixels, below 0 in the first warp's first lane
  int width;  ///< of the picture

  __device__ bool left_of_picture() const { return x < 0; }
  __device__ bool right_of_picture() const { return x >= width; }
};

/// Where a warp lies in its picture, which decides what it must look after.
enum class Place {
  kInside,  ///< all its pixels exist, and every row starts at a multiple of four bytes
  kBorder,  ///< some of its lanes lie beside the picture, whole
  kRagged,  ///< anything: a picture's edge within a lane, rows that start anywhere
};

/// A camera's rows as a warp reads them, four rows ahead: one row's work is much shorter than memory takes.
///
/// Nothing outside the words of four bytes that hold the rows' pixels is read.
template <class Pixels, Place kPlace>
class CameraRows {
 public:
  /// The rows from `first` to `last`; those above and below the picture are its first and last.
  __device__ __forceinline__ CameraRows(const FrameArguments& frame, const Columns& columns, int first, int last)
      : pixels_(frame),
        stride_(static_cast<std::uint32_t>(frame.stride)),
        row_(first),
        last_(min(last, static_cast<int>(frame.height) - 1)) {
    int column = columns.x;
    if constexpr (kPlace != Place::kInside) {
      width_ = columns.width;
      column = max(0, min(column, columns.width - kPixels));
      shift_ = columns.x - column;
    }
    column_ = reinterpret_cast<const std::uint8_t*>(frame.pixels) + static_cast<std::uint64_t>(column) * Pixels::kBytes;
    keep_together(column_);
    load<0, true>();
    load<1, true>();
    load<2, true>();
    load<3, true>();
  }

  /// The next row's gray; kPhase counts the rows, modulo 4. The row that is loaded meanwhile, four rows on, may lie
  /// above the picture only where kMayBeAbove says so.
  template <int kPhase, bool kMayBeAbove>
  __device__ __forceinline__ void next(float (&gray)[kPixels]) {
    constexpr int kSlot = kPhase % kAhead;
    std::uint32_t words[kWords];
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      if constexpr (kPlace == Place::kRagged) {
        words[i] = __funnelshift_r(words_[kSlot][i], words_[kSlot][i + 1], bits_[kSlot]);
      } else {
        words[i] = words_[kSlot][i];
      }
    }
    load<kSlot, kMayBeAbove>();
    pixels_.gray(words, gray);
    if constexpr (kPlace != Place::kInside) {
      clamp_columns(gray);
    }
  }

 private:
  static constexpr int kAhead = 4;
  static constexpr int kWords = Pixels::kBytes;  // kPixels pixels, four bytes a word
  static constexpr int kLoaded = kPlace == Place::kRagged ? kWords + 1 : kWords;

  template <int kSlot, bool kMayBeAbove>
  __device__ __forceinline__ void load() {
    const int row = min(kMayBeAbove ? max(row_, 0) : row_, last_);
    const std::uint8_t* at = column_ + static_cast<std::uint64_t>(static_cast<std::uint32_t>(row)) * stride_;
    ++row_;
    if constexpr (kPlace == Place::kRagged) {
      load_ragged<kSlot>(at);
    } else {
      const auto* from = reinterpret_cast<const std::uint32_t*>(at);
#pragma unroll
      for (int i = 0; i < kWords; ++i) {
        words_[kSlot][i] = __ldg(from + i);
      }
    }
  }

  template <int kSlot>
  __device__ __forceinline__ void load_ragged(const std::uint8_t* at) {
    if (width_ < kPixels) {
      load_bytes<kSlot>(at);
      return;
    }
    const auto address = reinterpret_cast<std::uintptr_t>(at);
    const auto* from = reinterpret_cast<const std::uint32_t*>(address & ~std::uintptr_t{3});
    bits_[kSlot] = static_cast<unsigned>(address & 3) * 8;
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      words_[kSlot][i] = __ldg(from + i);
    }
    words_[kSlot][kWords] = bits_[kSlot] != 0 ? __ldg(from + kWords) : 0;
  }

  /// A picture narrower than a lane.
  template <int kSlot>
  __device__ __forceinline__ void load_bytes(const std::uint8_t* row) {
    bits_[kSlot] = 0;
#pragma unroll
    for (int i = 0; i < kWords; ++i) {
      std::uint32_t word = 0;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int at = 4 * i + k;
        word |= at < width_ * Pixels::kBytes ? static_cast<std::uint32_t>(__ldg(row + at)) << (8 * k) : 0;
      }
      words_[kSlot][i] = word;
    }
  }

  /// Each column beside the picture gets the nearest one in it: the lane loaded that one's neighbors.
  __device__ __forceinline__ void clamp_columns(float (&gray)[kPixels]) const {
    if constexpr (kPlace == Place::kRagged) {
#pragma unroll
      for (int i = 1; i < kPixels; ++i) {
        gray[i] = i < width_ ? gray[i] : gray[i - 1];
      }
      if (shift_ > 0) {
        shift_left<1>(gray);
        shift_left<2>(gray);
      }
    }
    if (shift_ >= kPixels) {
      gray[0] = gray[1] = gray[2] = gray[3];
    } else if (shift_ < 0) {
      gray[3] = gray[2] = gray[1] = gray[0];
    }
  }

  template <int kBy>
  __device__ __forceinline__ void shift_left(float (&gray)[kPixels]) const {
    if ((shift_ & kBy) != 0) {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        gray[i] = gray[i + kBy < kPixels ? i + kBy : kPixels - 1];
      }
    }
  }

  Pixels pixels_;
  const std::uint8_t* column_;  ///< the lane's pixels in the picture's first row
  std::uint32_t stride_;
  int row_;
  int last_;
  int width_;
  int shift_;  ///< the lane's column less the one that it loads
  std::uint32_t words_[kAhead][kLoaded];
  unsigned bits_[kAhead];
};

}  // namespace sobelcam::cuda
