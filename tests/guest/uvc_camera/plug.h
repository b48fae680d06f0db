// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "tests/guest/uvc_camera/usb_bytes.h"

namespace sobelcam::uvc {

/// Owner of a file descriptor.
class Descriptor {
 public:
  Descriptor() = default;
  /// Errors: std::system_error where the number is negative, with what failed and errno
  Descriptor(int number, const char* what);
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// A USB cable that is plugged into this machine's own virtual host controller; the end of it pulls the plug.
///
/// Errors:   std::system_error, also where vhci-hcd is not loaded
class Plug {
 public:
  Plug();

  int number() const { return socket_.number(); }
  void send(std::span<const std::uint8_t> bytes);
  /// What has arrived; empty when the host has pulled the plug.
  Bytes receive();

 private:
  Descriptor socket_;
};

}  // namespace sobelcam::uvc
