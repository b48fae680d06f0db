// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/decoding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "tests/support/guarded.h"

namespace sobelcam::test {
namespace {

constexpr std::size_t kPadding = 13;
constexpr std::uint8_t kPaddingPoison = 0xA5;

GuardedBytes guarded(std::span<const std::byte> bytes) {
  GuardedBytes copy(bytes.size());
  if (!bytes.empty()) {
    std::memcpy(copy.data(), bytes.data(), bytes.size());
  }
  copy.make_read_only();
  return copy;
}

}  // namespace

std::uint8_t DecodedPicture::at(std::uint32_t x, std::uint32_t y) const {
  return pixels.at(row_bytes(header.format, header.width) * y + x);
}

Decoded decode_guarded(Opener open, std::span<const std::byte> bytes, std::uint64_t max_pixels) {
  const GuardedBytes file = guarded(bytes);
  auto opened = open(std::as_bytes(std::span(file.data(), file.size())));
  if (auto* fault = std::get_if<ImageFault>(&opened)) {
    return std::move(*fault);
  }
  auto& decoder = *std::get<std::unique_ptr<ImageDecoder>>(opened);
  const ImageHeader header = decoder.header();
  if (std::uint64_t{header.width} * header.height > max_pixels) {
    return ImageFault{ImageFaultKind::kTooLarge, "too large for a unit test"};
  }
  const std::size_t row = row_bytes(header.format, header.width);
  const std::size_t stride = row + kPadding;
  GuardedBytes target(stride * (header.height - 1) + row);
  std::fill_n(target.data(), target.size(), kPaddingPoison);
  if (auto fault =
          decoder.decode({target.data(), {header.format, header.range, header.width, header.height, stride, 0}})) {
    return std::move(*fault);
  }
  DecodedPicture picture{header, {}};
  for (std::size_t y = 0; y < header.height; ++y) {
    const std::uint8_t* pixels = target.data() + y * stride;
    picture.pixels.insert(picture.pixels.end(), pixels, pixels + row);
    if (y + 1 < header.height &&
        !std::all_of(pixels + row, pixels + stride, [](auto b) { return b == kPaddingPoison; })) {
      ADD_FAILURE() << "padding behind row " << y << " was written";
    }
  }
  return picture;
}

DecodedPicture decode_whole(Opener open, std::span<const std::byte> bytes) {
  auto decoded = decode_guarded(open, bytes, kMaxFilePixels);
  if (const auto* fault = std::get_if<ImageFault>(&decoded)) {
    throw std::runtime_error(fault->message);
  }
  return std::get<DecodedPicture>(std::move(decoded));
}

ImageFault fault_of(Opener open, std::span<const std::byte> bytes) {
  auto decoded = decode_guarded(open, bytes);
  if (!std::holds_alternative<ImageFault>(decoded)) {
    throw std::runtime_error("a picture where a fault was expected");
  }
  return std::get<ImageFault>(std::move(decoded));
}

CutResults cut_at_every_byte(Opener open, std::span<const std::byte> bytes) {
  const DecodedPicture whole = decode_whole(open, bytes);
  CutResults results;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto decoded = decode_guarded(open, bytes.first(size));
    if (const auto* fault = std::get_if<ImageFault>(&decoded)) {
      ++results.faults;
      const bool expected = fault->kind == ImageFaultKind::kTruncated || fault->kind == ImageFaultKind::kEmpty;
      results.other_kinds += expected ? 0 : 1;
    } else {
      ++(std::get<DecodedPicture>(decoded).pixels == whole.pixels ? results.same_picture : results.other_picture);
    }
  }
  return results;
}

int spoil_every_byte(Opener open, std::span<const std::byte> bytes) {
  constexpr std::array<unsigned, 5> kFlips{0x01, 0x10, 0x80, 0x7F, 0xFF};
  std::vector<std::byte> spoiled(bytes.begin(), bytes.end());
  int faults = 0;
  for (std::byte& place : spoiled) {
    const std::byte kept = place;
    for (const unsigned flip : kFlips) {
      place = kept ^ static_cast<std::byte>(flip);
      faults += std::holds_alternative<ImageFault>(decode_guarded(open, spoiled)) ? 1 : 0;
    }
    place = kept;
  }
  return faults;
}

}  // namespace sobelcam::test
