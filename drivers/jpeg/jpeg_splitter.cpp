// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/jpeg_splitter.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sobelcam {
namespace {

constexpr std::byte kMarker{0xFF};

enum Code : std::uint8_t {
  kTemporary = 0x01,
  kFirstRestart = 0xD0,
  kLastRestart = 0xD7,
  kStartOfImage = 0xD8,
  kEndOfImage = 0xD9,
  kStartOfScan = 0xDA,
};

bool is_restart(std::uint8_t code) {
  return code >= kFirstRestart && code <= kLastRestart;
}

/// Of a start-of-image and the first byte of what must follow; at the very end of the bytes the two suffice.
std::optional<std::size_t> find_start(std::span<const std::byte> bytes, std::size_t from) {
  constexpr std::array kStart{kMarker, std::byte{kStartOfImage}, kMarker};
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const auto found = std::search(begin, bytes.end(), kStart.begin(), kStart.end());
  if (found != bytes.end()) {
    return static_cast<std::size_t>(found - bytes.begin());
  }
  if (bytes.size() - from >= 2 && std::equal(bytes.end() - 2, bytes.end(), kStart.begin())) {
    return bytes.size() - 2;
  }
  return std::nullopt;
}

/// Where the next marker's 0xFF lies, fill bytes skipped; the size of the bytes where there is none.
std::size_t find_marker(std::span<const std::byte> bytes, std::size_t at) {
  while (at + 1 < bytes.size()) {
    const auto found = std::find(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end(), kMarker);
    at = static_cast<std::size_t>(found - bytes.begin());
    if (at + 1 >= bytes.size()) {
      break;
    }
    if (bytes[at + 1] != kMarker && bytes[at + 1] != std::byte{0}) {
      return at;
    }
    ++at;  // a stuffed zero of compressed data, or one of several fill bytes
  }
  return bytes.size();
}

}  // namespace

std::optional<JpegExtent> find_jpeg(std::span<const std::byte> bytes, std::size_t from) {
  const auto begin = find_start(bytes, std::min(from, bytes.size()));
  if (!begin) {
    return std::nullopt;
  }
  std::size_t at = *begin + 2;
  while ((at = find_marker(bytes, at)) < bytes.size()) {
    const auto code = std::to_integer<std::uint8_t>(bytes[at + 1]);
    if (code == kEndOfImage) {
      return JpegExtent{*begin, at + 2, true};
    }
    if (code == kStartOfImage) {
      return JpegExtent{*begin, at, false};
    }
    at += 2;
    if (is_restart(code) || code == kTemporary) {
      continue;
    }
    if (bytes.size() - at < 2) {
      break;
    }
    const std::size_t length =
        std::to_integer<std::size_t>(bytes[at]) << 8 | std::to_integer<std::size_t>(bytes[at + 1]);
    at += std::min(length, bytes.size() - at);  // compressed data behind a scan's header is passed by find_marker()
  }
  return JpegExtent{*begin, bytes.size(), false};
}

}  // namespace sobelcam
