// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/damage.h"

#include <array>
#include <cstddef>
#include <utility>

namespace sobelcam::uvc {
namespace {

Bytes garbled(std::span<const std::uint8_t> picture) {
  Bytes bytes(picture.begin(), picture.end());
  std::uint32_t noise = 1;
  for (std::size_t i = bytes.size() / 2; i < bytes.size(); ++i) {
    noise = noise * 1664525U + 1013904223U;
    bytes[i] = static_cast<std::uint8_t>(noise >> 24U);
  }
  return bytes;
}

}  // namespace

std::optional<Damage> damage_by_name(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Damage>, 6> kNames{{{"good", Damage::kNone},
                                                                       {"garbage", Damage::kGarbage},
                                                                       {"short", Damage::kShort},
                                                                       {"empty", Damage::kEmpty},
                                                                       {"trouble", Damage::kTrouble},
                                                                       {"no-tables", Damage::kNoTables}}};
  for (const auto& [known, damage] : kNames) {
    if (known == name) {
      return damage;
    }
  }
  return std::nullopt;
}

Bytes damaged(std::span<const std::uint8_t> picture, Damage damage) {
  switch (damage) {
    case Damage::kGarbage:
      return garbled(picture);
    case Damage::kShort:
      picture = picture.first(picture.size() / 2);
      break;
    case Damage::kEmpty:
      return {};
    case Damage::kNoTables:
      return without_huffman_tables(picture);
    case Damage::kNone:
    case Damage::kTrouble:
      break;
  }
  return {picture.begin(), picture.end()};
}

Bytes without_huffman_tables(std::span<const std::uint8_t> jpeg) {
  constexpr std::uint8_t kTables = 0xc4;
  constexpr std::uint8_t kScan = 0xda;
  Bytes kept;
  std::size_t at = 2;  // behind the start marker, segments follow each other up to the scan
  if (jpeg.size() >= at) {
    kept.assign(jpeg.begin(), jpeg.begin() + 2);
  }
  while (at + 4 <= jpeg.size() && jpeg[at] == 0xff && jpeg[at + 1] != kScan) {
    const std::size_t length = 2 + (std::size_t{jpeg[at + 2]} << 8U | jpeg[at + 3]);
    if (at + length > jpeg.size()) {
      break;
    }
    const std::span<const std::uint8_t> segment = jpeg.subspan(at, length);
    if (segment[1] != kTables) {
      kept.insert(kept.end(), segment.begin(), segment.end());
    }
    at += length;
  }
  if (at < jpeg.size()) {
    kept.insert(kept.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(at), jpeg.end());
  }
  return kept;
}

}  // namespace sobelcam::uvc
