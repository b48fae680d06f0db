// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/bmp_header.h"

#include <algorithm>
#include <bit>
#include <string>

namespace sobelcam {
namespace {

constexpr std::uint32_t kSignature = 0x4D42;  // "BM"
constexpr std::size_t kFileHeaderBytes = 14;
constexpr std::uint32_t kCoreHeaderBytes = 12;
constexpr std::uint32_t kInfoHeaderBytes = 40;
constexpr std::uint32_t kOs2HeaderBytes = 64;
constexpr std::array<std::uint32_t, 7> kHeaderSizes{
    kCoreHeaderBytes, kInfoHeaderBytes, 52, 56, kOs2HeaderBytes, 108, 124};

enum Compression : std::uint32_t {
  kRgb = 0,
  kRle8 = 1,
  kRle4 = 2,
  kBitFields = 3,
  kRle24OrJpeg = 4,
  kPng = 5,
  kAlphaBitFields = 6,
};

ImageFault truncated(const std::string& what) {
  return {ImageFaultKind::kTruncated, "truncated: " + what};
}

ImageFault broken(const std::string& what) {
  return {ImageFaultKind::kBroken, "broken BMP: " + what};
}

ImageFault unsupported(const std::string& what) {
  return {ImageFaultKind::kUnsupported, what};
}

std::optional<ImageFault> check_kind(const BmpHeader& header) {
  if (header.planes != 1) {
    return broken("it claims " + std::to_string(header.planes) + " planes");
  }
  if (header.compression == kRle8 || header.compression == kRle4 ||
      (header.compression == kRle24OrJpeg && header.size == kOs2HeaderBytes)) {
    return unsupported("a run-length encoded BMP: save it uncompressed");
  }
  const bool masked = header.compression == kBitFields || header.compression == kAlphaBitFields;
  if ((header.compression != kRgb && !masked) || (masked && header.size == kOs2HeaderBytes)) {
    return unsupported("a BMP with compression " + std::to_string(header.compression) + ": save it uncompressed");
  }
  constexpr std::array<std::uint32_t, 6> kDepths{1, 4, 8, 16, 24, 32};
  if (std::find(kDepths.begin(), kDepths.end(), header.bits) == kDepths.end()) {
    return unsupported("a BMP with " + std::to_string(header.bits) + " bits a pixel; 1, 4, 8, 16, 24 and 32 are read");
  }
  if (masked && header.bits != 16 && header.bits != 32) {
    return broken("channel masks with " + std::to_string(header.bits) + " bits a pixel");
  }
  return std::nullopt;
}

std::optional<ImageFault> set_masks(BmpHeader& header, std::array<std::uint32_t, 3> masks) {
  std::uint32_t taken = 0;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    const std::uint32_t mask = masks[i];
    const BmpChannel channel{mask, mask != 0 ? std::countr_zero(mask) : 0, std::popcount(mask)};
    const std::uint64_t run = ((std::uint64_t{1} << channel.bits) - 1) << channel.shift;
    if (run != mask || (taken & mask) != 0 || (header.bits == 16 && mask > 0xFFFF)) {
      return broken("the masks of its channels make no sense");
    }
    taken |= mask;
    header.channels[2 - i] = channel;  // a file names red first
  }
  return taken != 0 ? std::nullopt : std::optional(broken("the masks of its channels are empty"));
}

/// Where the masks lie: within the longer headers, behind the short one.
std::optional<ImageFault> read_masks(std::span<const std::byte> bytes, BmpHeader& header) {
  if (header.compression == kRgb) {
    return header.bits == 16 ? set_masks(header, {0x7C00, 0x03E0, 0x001F})
                             : set_masks(header, {0xFF0000, 0x00FF00, 0x0000FF});
  }
  const std::size_t offset = kFileHeaderBytes + kInfoHeaderBytes;
  if (header.size == kInfoHeaderBytes) {
    header.palette_offset += header.compression == kAlphaBitFields ? 16 : 12;
  }
  if (bytes.size() < header.palette_offset) {
    return truncated("the BMP ends within its channel masks");
  }
  return set_masks(header, {read_little_endian(bytes, offset, 4), read_little_endian(bytes, offset + 4, 4),
                            read_little_endian(bytes, offset + 8, 4)});
}

BmpHeader read_numbers(std::span<const std::byte> bytes, std::uint32_t header_size) {
  BmpHeader header;
  header.size = header_size;
  header.pixel_offset = read_little_endian(bytes, 10, 4);
  header.palette_offset = kFileHeaderBytes + header_size;
  if (header_size == kCoreHeaderBytes) {
    header.width = read_little_endian(bytes, 18, 2);
    header.height = read_little_endian(bytes, 20, 2);
    header.planes = read_little_endian(bytes, 22, 2);
    header.bits = read_little_endian(bytes, 24, 2);
    return header;
  }
  header.width = static_cast<std::int32_t>(read_little_endian(bytes, 18, 4));
  header.height = static_cast<std::int32_t>(read_little_endian(bytes, 22, 4));
  header.planes = read_little_endian(bytes, 26, 2);
  header.bits = read_little_endian(bytes, 28, 2);
  header.compression = read_little_endian(bytes, 30, 4);
  header.colors = read_little_endian(bytes, 46, 4);
  return header;
}

}  // namespace

std::uint8_t BmpChannel::of(std::uint32_t pixel) const {
  std::uint32_t value = (pixel & mask) >> shift;
  if (bits >= 8) {
    return static_cast<std::uint8_t>(value >> (bits - 8));
  }
  if (bits == 0) {
    return 0;
  }
  value <<= 8 - bits;
  for (int filled = bits; filled < 8; filled *= 2) {
    value |= value >> filled;
  }
  return static_cast<std::uint8_t>(value);
}

std::uint32_t read_little_endian(std::span<const std::byte> bytes, std::size_t offset, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  }
  return value;
}

std::variant<BmpHeader, ImageFault> read_bmp_header(std::span<const std::byte> bytes) {
  if (bytes.size() < kFileHeaderBytes + 4) {
    return truncated("the BMP ends within its header");
  }
  if (read_little_endian(bytes, 0, 2) != kSignature) {
    return broken("it does not begin with BM");
  }
  const std::uint32_t size = read_little_endian(bytes, kFileHeaderBytes, 4);
  if (std::find(kHeaderSizes.begin(), kHeaderSizes.end(), size) == kHeaderSizes.end()) {
    return unsupported("a BMP with a header of " + std::to_string(size) +
                       " bytes; 12, 40, 52, 56, 64, 108 and 124 are read");
  }
  if (bytes.size() < kFileHeaderBytes + size) {
    return truncated("the BMP ends within its header");
  }
  BmpHeader header = read_numbers(bytes, size);
  if (header.width < 0) {
    return broken("its width is " + std::to_string(header.width));
  }
  if (auto fault = check_image_size(static_cast<std::uint64_t>(header.width), header.rows())) {
    return std::move(*fault);
  }
  if (auto fault = check_kind(header)) {
    return std::move(*fault);
  }
  if (auto fault = read_masks(bytes, header)) {
    return std::move(*fault);
  }
  return header;
}

std::vector<BmpColor> read_bmp_palette(std::span<const std::byte> bytes, const BmpHeader& header) {
  const std::size_t entry = header.size == kCoreHeaderBytes ? 3 : 4;
  const std::size_t nameable = std::size_t{1} << header.bits;
  const std::size_t promised = header.colors != 0 ? header.colors : nameable;
  const std::size_t room = (header.pixel_offset - header.palette_offset) / entry;
  std::vector<BmpColor> palette(std::min({promised, nameable, room}));
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::size_t offset = header.palette_offset + i * entry;
    for (std::size_t c = 0; c < 3; ++c) {
      palette[i][c] = std::to_integer<std::uint8_t>(bytes[offset + c]);
    }
  }
  return palette;
}

}  // namespace sobelcam
