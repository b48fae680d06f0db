// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/guest/uvc_camera/usb_bytes.h"

namespace sobelcam::uvc {

/// Cuts pictures into payloads, each with a header that says where a picture ends and whether the camera had trouble.
///
/// Lifetime: a picture's bytes must stay until its last payload is out
class Payloads {
 public:
  /// An empty picture is one payload without data. The toggle that tells pictures apart is changed here.
  void begin(std::span<const std::uint8_t> picture, bool trouble);

  bool done() const { return done_; }

  /// The next payload, of `room` bytes at most, which must be more than the header's 2.
  Bytes next(std::size_t room);

  /// Forgets the rest of the picture: the host has stopped the stream.
  void stop() { done_ = true; }

 private:
  std::span<const std::uint8_t> rest_;
  bool trouble_ = false;
  bool toggle_ = false;
  bool done_ = true;
};

}  // namespace sobelcam::uvc
