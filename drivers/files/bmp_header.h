// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "drivers/files/image_decoder.h"

namespace sobelcam {

/// The bits of a pixel that hold one channel.
struct BmpChannel {
  std::uint32_t mask = 0;
  int shift = 0;
  int bits = 0;

  /// Fewer than 8 bits are repeated until they fill the byte, so that the largest value gives 255.
  std::uint8_t of(std::uint32_t pixel) const;
};

/// Blue, green, red: in the order of BGR24.
using BmpColor = std::array<std::uint8_t, 3>;

/// What the headers of a bitmap say, checked against the format's rules but not against the file's length.
struct BmpHeader {
  std::uint32_t pixel_offset = 0;
  std::uint32_t size = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;  ///< negative: the first row is the top one
  std::uint32_t planes = 0;
  std::uint32_t bits = 0;
  std::uint32_t compression = 0;
  std::uint32_t colors = 0;
  std::size_t palette_offset = 0;
  std::array<BmpChannel, 3> channels;  ///< blue, green, red

  std::uint32_t rows() const { return static_cast<std::uint32_t>(height < 0 ? -height : height); }
  std::size_t stride() const { return (static_cast<std::size_t>(width) * bits + 31) / 32 * 4; }
};

std::variant<BmpHeader, ImageFault> read_bmp_header(std::span<const std::byte> bytes);

/// As many colors as the header promises, as the depth can name and as fit before the pixels, which must begin
/// within the bytes.
std::vector<BmpColor> read_bmp_palette(std::span<const std::byte> bytes, const BmpHeader& header);

/// A little-endian number of 1 to 4 bytes.
std::uint32_t read_little_endian(std::span<const std::byte> bytes, std::size_t offset, std::size_t size);

}  // namespace sobelcam
