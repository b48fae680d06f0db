// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>
#include <new>

#include "drivers/frame/buffer_provider.h"
#include "drivers/frame/image_view.h"

namespace sobelcam {

/// Owned pixels of one plane; move-only, because a copied picture is a copied megabyte.
///
/// Shapes:   rows padded to a multiple of 64 bytes; what the padding holds means nothing
/// Errors:   std::bad_alloc where the size does not fit the memory
template <typename Pixel>
class Image {
 public:
  Image() = default;
  Image(std::uint32_t width, std::uint32_t height, BufferProvider& memory = ordinary_memory()) {
    reshape(width, height, memory);
  }

  /// Gives the image another size; memory is kept where it suffices, and the pixels mean nothing afterwards.
  void reshape(std::uint32_t width, std::uint32_t height, BufferProvider& memory) {
    const std::size_t stride = padded_row_bytes(width * sizeof(Pixel));
    if (height != 0 && stride > std::numeric_limits<std::size_t>::max() / height) {
      throw std::bad_alloc();
    }
    const std::size_t bytes = std::max(stride * height, padded_row_bytes(1));
    if (bytes > buffer_.size()) {
      buffer_ = memory.allocate(bytes);
    }
    view_ = {reinterpret_cast<Pixel*>(buffer_.data()), width, height, stride};
  }

  ImageView<Pixel> view() { return view_; }
  ImageView<const Pixel> view() const { return view_; }
  Pixel* row(std::uint32_t y) { return view_.row(y); }
  const Pixel* row(std::uint32_t y) const { return view_.row(y); }
  std::uint32_t width() const { return view_.width; }
  std::uint32_t height() const { return view_.height; }
  bool empty() const { return view_.empty(); }
  MemoryKind memory() const { return buffer_.kind(); }

 private:
  Buffer buffer_;
  ImageView<Pixel> view_;
};

}  // namespace sobelcam
