// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "drivers/frame/frame_view.h"
#include "drivers/frame/image.h"

namespace sobelcam {

/// RGB565 and Bayer frames as red, green and blue of 8 bits, for encoders that take nothing else. Mosaics are
/// interpolated by the rule of kernels/SPEC.md; samples are rounded to 8 bits, halves up.
class RgbPixels {
 public:
  /// Keeps its memory from frame to frame.
  void take(const FrameView& frame);

  /// Three bytes a pixel, so that it is three times as wide as the frame.
  ImageView<const std::uint8_t> bytes() const { return rgb_.view(); }

 private:
  void take_rgb565(const FrameView& frame);
  void unpack_mosaic(const FrameView& frame);
  void interpolate(const FormatTraits& format);

  Image<std::uint8_t> rgb_;
  Image<std::uint16_t> mosaic_;  ///< samples with its border mirrored: pixel (0, 0) lies at column 1 of row 1
};

}  // namespace sobelcam
