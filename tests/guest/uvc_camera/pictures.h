// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/guest/uvc_camera/descriptors.h"

namespace sobelcam::uvc {

/// What the camera sees: a few pictures that follow each other for ever, made when they are first asked for, because an
/// emulated machine is slow.
class Pictures {
 public:
  static constexpr std::size_t kCount = 6;

  /// Lifetime: the bytes stay where they are until get() is called with another coding or size
  std::span<const std::uint8_t> get(Coding coding, PictureSize size, std::uint64_t number);

 private:
  Coding coding_ = Coding::kMjpeg;
  PictureSize size_;
  std::array<Bytes, kCount> pictures_;
};

}  // namespace sobelcam::uvc
