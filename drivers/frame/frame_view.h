// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "drivers/frame/pixel_format.h"

namespace sobelcam {

/// What one picture is, before anybody says where its bytes lie.
///
/// Units:    strides and offsets in bytes; offsets count from the picture's first byte, and are 0 where the format
///           has no such plane
struct FrameLayout {
  PixelFormat format = PixelFormat::kGrey;
  ColorRange range = ColorRange::kFull;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;
  std::size_t chroma_offset = 0;         ///< of the chroma plane, or of the first one: V's where V lies before U
  std::size_t chroma_stride = 0;         ///< of all chroma planes
  std::size_t second_chroma_offset = 0;  ///< YU12 and YV12 only

  bool operator==(const FrameLayout&) const = default;
};

/// A layout whose rows start on multiples of 64 bytes, as a Tegra capture unit demands them.
FrameLayout aligned_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height);

/// The layout that V4L2's single-planar API means by a stride and nothing else: chroma follows the luma at once, with
/// the luma's stride where U and V are interleaved, half of it, rounded up, where they are planes.
FrameLayout contiguous_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height,
                              std::size_t stride);

/// Bytes from the first to one past the last that a picture of this layout may use, padding included.
std::size_t layout_bytes(const FrameLayout& layout);

/// Borrowed bytes of one picture in a camera's layout.
///
/// Lifetime: the owner of the bytes must outlive the view
template <typename Byte>
struct BasicFrameView {
  Byte* data = nullptr;
  FrameLayout layout;

  Byte* row(std::uint32_t y) const { return data + std::size_t{y} * layout.stride; }
  /// U and V interleaved, 2 * ceil(width / 2) bytes, or the first of two planes, ceil(width / 2) bytes; 4:2:0 has
  /// ceil(height / 2) rows of them.
  Byte* chroma_row(std::uint32_t y) const {
    return data + layout.chroma_offset + std::size_t{y} * layout.chroma_stride;
  }
  Byte* second_chroma_row(std::uint32_t y) const {
    return data + layout.second_chroma_offset + std::size_t{y} * layout.chroma_stride;
  }

  operator BasicFrameView<const Byte>() const  // NOLINT(google-explicit-constructor): reading is always allowed
      requires(!std::is_const_v<Byte>) {
    return {data, layout};
  }
};

using FrameView = BasicFrameView<const std::uint8_t>;
using MutableFrameView = BasicFrameView<std::uint8_t>;

}  // namespace sobelcam
