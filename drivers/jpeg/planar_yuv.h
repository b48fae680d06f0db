// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "drivers/frame/frame_view.h"

namespace sobelcam {

/// A frame of one of the YUV formats taken apart into full-range planes, as a JPEG encoder wants them.
///
/// Shapes:   luma has an even width, and for 4:2:0 an even height: the last column and row are repeated; chroma has
///           half the luma's width and, for 4:2:0, half its height
class PlanarYuv {
 public:
  bool halved_rows = false;  ///< 4:2:0 rather than 4:2:2
  std::array<std::vector<std::uint8_t>, 3> planes;
  std::array<int, 3> strides{};

  /// Keeps its memory from frame to frame. The frame's format has chroma.
  void take_apart(const FrameView& frame);

 private:
  /// Where the samples go, in the order in which the format has them.
  struct ChromaPlanes {
    std::uint8_t* first;
    std::uint8_t* second;
  };

  ChromaPlanes chroma_planes(PixelFormat format);
  void take_luma(const FrameView& frame, std::uint32_t rows);
  void take_interleaved_chroma(const FrameView& frame, std::uint32_t rows);
  void take_planar_chroma(const FrameView& frame, std::uint32_t rows);
  void take_packed_chroma(const FrameView& frame);
};

/// The full-range level, of 8 bits, of a luma level of some bits or of a chroma level.
std::uint8_t full_range_luma(unsigned level, ColorRange range, unsigned bits = 8);
std::uint8_t full_range_chroma(std::uint8_t level, ColorRange range);

}  // namespace sobelcam
