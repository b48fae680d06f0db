// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "tests/guest/uvc_camera/usb_bytes.h"

namespace sobelcam::uvc {

/// What the host asks for, as USB/IP carries it: a header of 48 bytes, big endian, then the data of what goes out.
struct UsbipRequest {
  enum class Kind : std::uint8_t { kSubmit, kUnlink };

  Kind kind = Kind::kSubmit;
  std::uint32_t sequence = 0;
  bool in = false;  ///< from the camera to the host
  std::uint32_t endpoint = 0;
  std::uint32_t length = 0;             ///< of a submit: bytes that follow, or that the host has room for
  std::uint32_t unlinked = 0;           ///< of an unlink: the sequence number of the submit that is taken back
  std::array<std::uint8_t, 8> setup{};  ///< of a submit to endpoint 0
};

inline constexpr std::size_t kUsbipHeaderBytes = 48;

/// Nothing where the header is neither a submit nor an unlink.
std::optional<UsbipRequest> parse_usbip(std::span<const std::uint8_t, kUsbipHeaderBytes> header);

/// The answer to a submit, with the data of what comes in behind it; `status` is 0 or a negative errno.
Bytes submit_reply(std::uint32_t sequence, int status, std::uint32_t transferred, std::span<const std::uint8_t> data);

/// The answer to an unlink; `status` is -ECONNRESET where the submit was still waiting, 0 where it was answered before.
Bytes unlink_reply(std::uint32_t sequence, int status);

}  // namespace sobelcam::uvc
