// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "tests/guest/uvc_camera/descriptors.h"

namespace sobelcam::uvc {

/// The camera's side of endpoint 0: descriptors, the negotiation of the stream, and brightness.
class ControlRequests {
 public:
  /// What comes in, at most as long as the request wants; empty for what went out. Nothing: the request is refused.
  std::optional<Bytes> answer(std::span<const std::uint8_t, 8> setup, std::span<const std::uint8_t> data);

  /// What the host has settled on.
  Coding coding() const { return kCodings[format_ - 1]; }
  PictureSize size() const { return kSizes[frame_ - 1]; }
  unsigned brightness() const { return brightness_; }

 private:
  std::optional<Bytes> stream(unsigned request, unsigned selector, std::span<const std::uint8_t> data);
  std::optional<Bytes> processing(unsigned request, unsigned selector, std::span<const std::uint8_t> data);
  Bytes negotiated() const;

  std::size_t format_ = 1;
  std::size_t frame_ = 1;
  unsigned brightness_ = 128;
};

/// The longest payload, its header included: what one transfer of uvcvideo takes.
inline constexpr std::uint32_t kMaxPayloadBytes = 16384;

}  // namespace sobelcam::uvc
