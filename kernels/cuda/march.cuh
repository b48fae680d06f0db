// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/camera_rows.cuh"

/// One warp's way down a strip: blur and Sobel in registers, neighbors in x by shuffles.
///
/// Rings of four and of two rows are renamed by unrolling four rows, so that nothing is moved: kPhase counts rows
/// modulo four.
namespace sobelcam::cuda {

/// Pixel i of four, or a neighbor's where i is not one of them.
__device__ __forceinline__ float pixel_at(const float (&row)[kPixels], int i, float before2, float before, float after,
                                          float after2) {
  switch (i) {
    case -2:
      return before2;
    case -1:
      return before;
    case kPixels:
      return after;
    case kPixels + 1:
      return after2;
    default:
      return row[i & 3];
  }
}

/// Rows of the blur, from rows of gray.
template <class Pixels, Place kPlace>
class BlurRows {
 public:
  /// The rows from `first` to `last`.
  __device__ __forceinline__ BlurRows(const FrameArguments& frame, const Columns& columns, int first, int last)
      : gray_(frame, columns, first - 2, last + 2) {}

  /// What can wait for the first rows to arrive; between it and the constructor there is time for something else.
  __device__ __forceinline__ void begin() {
    across<0, true>(across_[0]);
    across<1, true>(across_[1]);
    across<2, true>(across_[2]);
    across<3, false>(across_[3]);
  }

  template <int kPhase>
  __device__ __forceinline__ void next(float (&blur)[kPixels]) {
    float below[kPixels];
    across<kPhase, false>(below);
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      blur[i] = five_taps(across_[kPhase][i], across_[(kPhase + 1) % 4][i], across_[(kPhase + 2) % 4][i],
                          across_[(kPhase + 3) % 4][i], below[i]);
      across_[kPhase][i] = below[i];
    }
  }

 private:
  template <int kPhase, bool kMayBeAbove>
  __device__ __forceinline__ void across(float (&out)[kPixels]) {
    float gray[kPixels];
    gray_.template next<kPhase, kMayBeAbove>(gray);
    const float before2 = __shfl_up_sync(kAllLanes, gray[2], 1);
    const float before = __shfl_up_sync(kAllLanes, gray[3], 1);
    const float after = __shfl_down_sync(kAllLanes, gray[0], 1);
    const float after2 = __shfl_down_sync(kAllLanes, gray[1], 1);
    const auto at = [&](int i) { return pixel_at(gray, i, before2, before, after, after2); };
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      out[i] = five_taps(at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2));
    }
  }

  CameraRows<Pixels, kPlace> gray_;
  float across_[4][kPixels];  ///< row y - 2 of the pass across is in y modulo 4
};

/// Rows of the equalized blur, from its levels and the table that maps them.
class EqualizedRows {
 public:
  /// The rows from `first` to `last`; `table` has the entries as scaled floats.
  __device__ __forceinline__ EqualizedRows(const PlaneArguments& levels, const Columns& columns, int height, int first,
                                           int last, const float* table)
      : table_(table), stride_(levels.stride), row_(first), last_(min(last, height - 1)) {
    const int column = max(0, min(columns.x, (columns.width - 1) / kPixels * kPixels));
    column_ = reinterpret_cast<const std::uint8_t*>(levels.pixels) + column;
  }

  template <int kPhase>
  __device__ __forceinline__ void next(float (&equalized)[kPixels]) {
    const int row = min(max(row_, 0), last_);
    ++row_;
    const uchar4 levels = *reinterpret_cast<const uchar4*>(column_ + static_cast<std::uint64_t>(row) * stride_);
    equalized[0] = table_[levels.x];
    equalized[1] = table_[levels.y];
    equalized[2] = table_[levels.z];
    equalized[3] = table_[levels.w];
  }

 private:
  const float* table_;
  const std::uint8_t* column_;
  std::uint64_t stride_;
  int row_;
  int last_;
};

/// Rows of edges, from rows of Sobel's input.
///
/// `Rows` gives them one after the other, from the row above the first; `Sink` takes four squared magnitudes a lane.
template <class Rows, Place kPlace>
class SobelRows {
 public:
  __device__ __forceinline__ explicit SobelRows(const Columns& columns) : columns_(columns) {}

  /// Rows [begin, end) of a picture of `height` rows.
  template <class Sink>
  __device__ __forceinline__ void run(Rows& rows, int begin, int end, int height, Sink& sink) {
    slopes<0>(rows, difference_[0], smooth_[0]);
    slopes<1>(rows, difference_[1], smooth_[1]);
    if (begin == 0) {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        difference_[0][i] = difference_[1][i];
        smooth_[0][i] = smooth_[1][i];
      }
    }
    const int end_of_ordinary = min(end, height - 1);
    int y = begin;
#pragma unroll 1
    for (; y + 4 <= end_of_ordinary; y += 4) {
      row<2>(rows, y, sink);
      row<3>(rows, y + 1, sink);
      row<0>(rows, y + 2, sink);
      row<1>(rows, y + 3, sink);
    }
    rest<2>(rows, y, end_of_ordinary, end, sink);
  }

 private:
  /// At most three rows, and the picture's last one: below it is itself.
  template <int kPhase, class Sink>
  __device__ __forceinline__ void rest(Rows& rows, int y, int end_of_ordinary, int end, Sink& sink) {
    if constexpr (kPhase != 1) {
      if (y < end_of_ordinary) {
        row<kPhase>(rows, y, sink);
        rest<(kPhase + 1) % 4>(rows, y + 1, end_of_ordinary, end, sink);
        return;
      }
    }
    if (y < end) {
      edge<kPhase>(difference_[(kPhase + 1) % 2], smooth_[(kPhase + 1) % 2], y, sink);
    }
  }

  template <int kPhase, class Sink>
  __device__ __forceinline__ void row(Rows& rows, int y, Sink& sink) {
    float difference[kPixels];
    float smooth[kPixels];
    slopes<kPhase>(rows, difference, smooth);
    edge<kPhase>(difference, smooth, y, sink);
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      difference_[kPhase % 2][i] = difference[i];
      smooth_[kPhase % 2][i] = smooth[i];
    }
  }

  template <int kPhase>
  __device__ __forceinline__ void slopes(Rows& rows, float (&difference)[kPixels], float (&smooth)[kPixels]) {
    float input[kPixels];
    rows.template next<kPhase>(input);
    if constexpr (kPlace != Place::kInside) {
      clamp_columns(input);
    }
    const float before = __shfl_up_sync(kAllLanes, input[3], 1);
    const float after = __shfl_down_sync(kAllLanes, input[0], 1);
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const float left = pixel_at(input, i - 1, 0, before, after, 0);
      const float right = pixel_at(input, i + 1, 0, before, after, 0);
      difference[i] = __fsub_rn(right, left);
      smooth[i] = __fmaf_rn(2.0F, input[i], __fadd_rn(left, right));
    }
  }

  /// SPEC.md's border: beside the picture Sobel's input is its nearest column, not the blur of a farther one.
  __device__ __forceinline__ void clamp_columns(float (&input)[kPixels]) const {
    const float before = __shfl_up_sync(kAllLanes, input[3], 1);
    const float after = __shfl_down_sync(kAllLanes, input[0], 1);
    if (columns_.left_of_picture()) {
      input[3] = after;
    }
    if constexpr (kPlace == Place::kRagged) {
#pragma unroll
      for (int i = 0; i < kPixels; ++i) {
        if (columns_.x + i >= columns_.width) {
          input[i] = i > 0 ? input[i > 0 ? i - 1 : 0] : before;
        }
      }
    } else if (columns_.right_of_picture()) {
      input[0] = before;
    }
  }

  /// The row between the kept ones, with the slopes of the row below it.
  template <int kPhase, class Sink>
  __device__ __forceinline__ void edge(const float (&difference)[kPixels], const float (&smooth)[kPixels], int y,
                                       Sink& sink) {
    float squared[kPixels];
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const float gx =
          __fmaf_rn(2.0F, difference_[(kPhase + 1) % 2][i], __fadd_rn(difference_[kPhase % 2][i], difference[i]));
      const float gy = __fsub_rn(smooth[i], smooth_[kPhase % 2][i]);
      squared[i] = __fmaf_rn(gx, gx, __fmul_rn(gy, gy));
    }
    sink.take(squared, y);
  }

  Columns columns_;
  float difference_[2][kPixels];  ///< B(x+1) - B(x-1); the row above is in phase modulo 2
  float smooth_[2][kPixels];      ///< B(x-1) + 2 B(x) + B(x+1)
};

}  // namespace sobelcam::cuda
