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
/// Units:    stride and chroma_offset in bytes; chroma_offset is used by NV12 only, and the chroma
///           plane has the stride of the luma plane
struct FrameLayout {
  PixelFormat format = PixelFormat::kGrey;
  ColorRange range = ColorRange::kFull;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::size_t stride = 0;
  std::size_t chroma_offset = 0;

  bool operator==(const FrameLayout&) const = default;
};

/// A layout whose rows start on multiples of 64 bytes, as a Tegra capture unit demands them.
FrameLayout aligned_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height);

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
  /// NV12 only: U and V interleaved; ceil(height / 2) rows of 2 * ceil(width / 2) bytes.
  Byte* chroma_row(std::uint32_t y) const { return data + layout.chroma_offset + std::size_t{y} * layout.stride; }

  operator BasicFrameView<const Byte>() const  // NOLINT(google-explicit-constructor): reading is always allowed
      requires(!std::is_const_v<Byte>) {
    return {data, layout};
  }
};

using FrameView = BasicFrameView<const std::uint8_t>;
using MutableFrameView = BasicFrameView<std::uint8_t>;

}  // namespace sobelcam
