// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/cuda/camera_rows.cuh"

namespace sobelcam::cuda {

/// A Bayer mosaic, where others have a class of pixels: gray takes more than one row of it.
template <class Mosaic>
struct MosaicPixels {};

/// Rows of gray from a mosaic. Samples that rows and lanes share come again from the first-level cache.
///
/// The weights take the division by four and kScale along. Both are powers of two, and what is not zero is at least
/// 0.114 * 2^-10, or 2^-22 after the multiplication by the samples' own scale: nothing becomes denormal, so that every
/// sum and product is rounded as SPEC.md's is.
template <class Mosaic, Place kPlace>
class CameraRows<MosaicPixels<Mosaic>, kPlace> {
 public:
  /// The rows from `first`; those above and below the picture are its first and last.
  __device__ __forceinline__ CameraRows(const FrameArguments& frame, const Columns& columns, int first, int /*last*/)
      : first_(min(max(columns.x, 0), (columns.width - 1) / kPixels * kPixels)),
        mosaic_(frame, first_),
        scale_(scale_of(number_of<kBitsAt>(frame))),
        columns_(columns),
        row_(first),
        last_(static_cast<int>(frame.height) - 1) {}

  template <int kPhase, bool kMayBeAbove>
  __device__ __forceinline__ void next(float (&gray)[kPixels]) {
    const FourColors colors = mosaic_.colors(min(max(row_, 0), last_));
    ++row_;
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      const float weighted =
          __fmaf_rn(spec::kRedWeight * kQuarter, static_cast<float>(colors.red[i]),
                    __fmaf_rn(spec::kGreenWeight * kQuarter, static_cast<float>(colors.green[i]),
                              __fmul_rn(spec::kBlueWeight * kQuarter, static_cast<float>(colors.blue[i]))));
      gray[i] = __fmul_rn(weighted, scale_);
    }
    clamp_columns(gray);
  }

 private:
  static constexpr float kQuarter = kScale / 4;

  /// Each column beside the picture gets the gray of the nearest one in it.
  __device__ __forceinline__ void clamp_columns(float (&gray)[kPixels]) const {
#pragma unroll
    for (int i = 1; i < kPixels; ++i) {
      gray[i] = first_ + i < columns_.width ? gray[i] : gray[i - 1];
    }
    if (columns_.x > first_) {
      gray[0] = gray[1] = gray[2] = gray[3];
    } else if (columns_.x < first_) {
      gray[3] = gray[2] = gray[1] = gray[0];
    }
  }

  int first_;  ///< the column of the picture that the lane's first pixel is, or is nearest to
  MosaicColumns<Mosaic> mosaic_;
  float scale_;
  Columns columns_;
  int row_;
  int last_;
};

}  // namespace sobelcam::cuda
