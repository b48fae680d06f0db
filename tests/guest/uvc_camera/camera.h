// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <span>

#include "tests/guest/uvc_camera/control_requests.h"
#include "tests/guest/uvc_camera/damage.h"
#include "tests/guest/uvc_camera/payloads.h"
#include "tests/guest/uvc_camera/pictures.h"
#include "tests/guest/uvc_camera/usbip.h"

namespace sobelcam::uvc {

/// A camera between being plugged and being unplugged: what the host sends goes in, what the camera sends comes out.
class Camera {
 public:
  explicit Camera(Pictures& pictures) : pictures_(pictures) {}

  /// Takes a piece of what the host sends, wherever it is cut, and gives what the camera answers.
  /// Errors: std::runtime_error on what is not USB/IP
  Bytes receive(std::span<const std::uint8_t> bytes);

  /// The time of one picture has passed.
  Bytes tick();

  void freeze(bool frozen) { frozen_ = frozen; }
  /// For the next `count` pictures.
  void damage(Damage damage, std::uint64_t count);

 private:
  struct Transfer {
    std::uint32_t sequence = 0;
    std::uint32_t room = 0;
  };

  void submit(const UsbipRequest& request, std::span<const std::uint8_t> data);
  void unlink(const UsbipRequest& request);
  void begin_picture();
  void send_payloads();

  Pictures& pictures_;
  ControlRequests control_;
  Payloads payloads_;
  Bytes picture_;
  Bytes received_;
  Bytes answer_;
  std::deque<Transfer> waiting_;
  std::uint64_t number_ = 0;
  bool frozen_ = false;
  Damage damage_ = Damage::kNone;
  std::uint64_t damaged_left_ = 0;
};

}  // namespace sobelcam::uvc
