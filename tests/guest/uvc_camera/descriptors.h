// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tests/guest/uvc_camera/usb_bytes.h"

namespace sobelcam::uvc {

enum class Coding : std::uint8_t { kMjpeg, kYuyv };

struct PictureSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  bool operator==(const PictureSize&) const = default;
};

/// What the camera offers, in the order of its descriptors, whose numbers begin with 1.
inline constexpr std::array kCodings{Coding::kMjpeg, Coding::kYuyv};
inline constexpr std::array kSizes{PictureSize{640, 480}, PictureSize{320, 240}};

inline constexpr std::uint32_t kFps = 30;
inline constexpr std::uint32_t kFrameInterval100ns = 333333;

/// The numbers that requests name parts of the camera by.
inline constexpr std::uint8_t kControlInterface = 0;
inline constexpr std::uint8_t kStreamInterface = 1;
inline constexpr std::uint8_t kProcessingUnit = 2;
inline constexpr std::uint8_t kStreamEndpoint = 1;

/// Bytes of a picture without compression, which no MJPEG picture exceeds.
constexpr std::uint32_t picture_bytes(PictureSize size) {
  return size.width * size.height * 2;
}

Bytes device_descriptor();

/// The configuration with everything in it: a camera terminal, a processing unit with brightness, an output terminal,
/// and one bulk endpoint with every coding in every size.
Bytes configuration_descriptor();

/// Nothing where there is no such string.
std::optional<Bytes> string_descriptor(unsigned index);

}  // namespace sobelcam::uvc
