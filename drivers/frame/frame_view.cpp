// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_view.h"

#include "drivers/frame/image_view.h"

namespace sobelcam {

FrameLayout aligned_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height) {
  // The chroma of an odd last column needs a whole pair of pixels.
  const std::uint32_t whole_pairs = is_rgb(format) || format == PixelFormat::kGrey ? width : width + width % 2;
  FrameLayout layout{format, range, width, height, padded_row_bytes(row_bytes(format, whole_pairs)), 0};
  if (format == PixelFormat::kNv12) {
    layout.chroma_offset = layout.stride * height;
  }
  return layout;
}

std::size_t layout_bytes(const FrameLayout& layout) {
  if (layout.format == PixelFormat::kNv12) {
    return layout.chroma_offset + layout.stride * ((std::size_t{layout.height} + 1) / 2);
  }
  return layout.stride * layout.height;
}

}  // namespace sobelcam
