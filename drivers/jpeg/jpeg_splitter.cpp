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
  kFirstApplication = 0xE0,
  kLastApplication = 0xEF,
  kComment = 0xFE,
};

bool is_restart(std::uint8_t code) {
  return code >= kFirstRestart && code <= kLastRestart;
}

/// Application data may hold a whole thumbnail, and a comment anything. A start-of-image in any other segment means
/// that the picture was cut there.
bool may_hold_a_picture(std::uint8_t code) {
  return (code >= kFirstApplication && code <= kLastApplication) || code == kComment;
}

/// Of a start-of-image and the first byte of what must follow.
std::optional<std::size_t> find_whole_start(std::span<const std::byte> bytes, std::size_t from) {
  constexpr std::array kStart{kMarker, std::byte{kStartOfImage}, kMarker};
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  const auto found = std::search(begin, bytes.end(), kStart.begin(), kStart.end());
  return found == bytes.end() ? std::nullopt
                              : std::optional<std::size_t>(static_cast<std::size_t>(found - bytes.begin()));
}

/// The same; at the very end of the bytes, where more may come, the marker alone suffices.
std::optional<std::size_t> find_start(std::span<const std::byte> bytes, std::size_t from) {
  const auto found = find_whole_start(bytes, from);
  const bool cut = bytes.size() >= from + 2 && bytes[bytes.size() - 2] == kMarker &&
                   bytes[bytes.size() - 1] == std::byte{kStartOfImage};
  return found || !cut ? found : bytes.size() - 2;
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
    const std::size_t end = at + std::min(length, bytes.size() - at);
    if (!may_hold_a_picture(code)) {
      // A start that begins in the segment's last byte is seen whole only with the two bytes behind it.
      if (const auto next = find_whole_start(bytes.first(std::min(end + 2, bytes.size())), at); next && *next < end) {
        return JpegExtent{*begin, *next, false};
      }
    }
    at = end;  // compressed data behind a scan's header is passed by find_marker()
  }
  return JpegExtent{*begin, bytes.size(), false};
}

}  // namespace sobelcam
