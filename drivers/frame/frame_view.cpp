// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_view.h"

#include <algorithm>

#include "drivers/frame/image_view.h"

namespace sobelcam {
namespace {

std::size_t half(std::size_t pixels) {
  return (pixels + 1) / 2;
}

std::size_t chroma_rows(const FrameLayout& layout) {
  return traits(layout.format).chroma == Chroma::kInterleaved422 ? layout.height : half(layout.height);
}

std::size_t chroma_row_bytes(const FrameLayout& layout) {
  return traits(layout.format).chroma == Chroma::kPlanar420 ? half(layout.width) : 2 * half(layout.width);
}

}  // namespace

FrameLayout contiguous_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height,
                              std::size_t stride) {
  FrameLayout layout{format, range, width, height, stride};
  const Chroma chroma = traits(format).chroma;
  if (chroma == Chroma::kNone || chroma == Chroma::kPacked) {
    return layout;
  }
  layout.chroma_offset = stride * height;
  layout.chroma_stride = chroma == Chroma::kPlanar420 ? half(stride) : stride;
  if (chroma == Chroma::kPlanar420) {
    layout.second_chroma_offset = layout.chroma_offset + layout.chroma_stride * chroma_rows(layout);
  }
  return layout;
}

FrameLayout aligned_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height) {
  // The chroma of an odd last column needs a whole pair of pixels.
  const std::uint32_t whole_pairs = traits(format).chroma == Chroma::kNone ? width : width + width % 2;
  return contiguous_layout(format, range, width, height, padded_row_bytes(row_bytes(format, whole_pairs)));
}

std::size_t layout_bytes(const FrameLayout& layout) {
  const std::size_t last_plane = std::max(layout.chroma_offset, layout.second_chroma_offset);
  if (last_plane == 0) {
    return layout.stride * layout.height;
  }
  // Where an odd width is the stride too, the last chroma row has a byte more than a stride.
  return last_plane + layout.chroma_stride * (chroma_rows(layout) - 1) +
         std::max(layout.chroma_stride, chroma_row_bytes(layout));
}

}  // namespace sobelcam
