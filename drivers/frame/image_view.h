// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sobelcam {

/// The stride of a row of this many bytes in all memory of ours: rows start on multiples of 64.
constexpr std::size_t padded_row_bytes(std::size_t row_bytes) {
  constexpr std::size_t kRowAlignment = 64;
  return (row_bytes + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
}

/// Borrowed pixels of one plane: copying a view copies no pixels.
///
/// Shapes:   height rows of width pixels; row y starts stride bytes behind row y - 1
/// Units:    width and height in pixels, stride in bytes (it may exceed width * sizeof(Pixel))
/// Lifetime: the owner of the pixels must outlive the view
template <typename Pixel>
struct ImageView {
  using Byte = std::conditional_t<std::is_const_v<Pixel>, const std::byte, std::byte>;

  Pixel* data = nullptr;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;

  Pixel* row(std::uint32_t y) const {
    return reinterpret_cast<Pixel*>(reinterpret_cast<Byte*>(data) + std::size_t{y} * stride);
  }

  bool empty() const { return data == nullptr || width == 0 || height == 0; }

  operator ImageView<const Pixel>() const  // NOLINT(google-explicit-constructor): reading is always allowed
      requires(!std::is_const_v<Pixel>) {
    return {data, width, height, stride};
  }
};

}  // namespace sobelcam
