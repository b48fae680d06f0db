// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/usbip.h"

#include <algorithm>
#include <initializer_list>

namespace sobelcam::uvc {
namespace {

// The kernel's Documentation/usb/usbip_protocol.rst.
constexpr std::uint32_t kCmdSubmit = 1;
constexpr std::uint32_t kCmdUnlink = 2;
constexpr std::uint32_t kRetSubmit = 3;
constexpr std::uint32_t kRetUnlink = 4;

std::uint32_t word(std::span<const std::uint8_t, kUsbipHeaderBytes> header, std::size_t index) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | header[index * 4 + i];
  }
  return value;
}

Bytes reply(std::initializer_list<std::uint32_t> words) {
  Bytes bytes;
  for (const std::uint32_t value : words) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
      bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    }
  }
  bytes.resize(kUsbipHeaderBytes);
  return bytes;
}

}  // namespace

std::optional<UsbipRequest> parse_usbip(std::span<const std::uint8_t, kUsbipHeaderBytes> header) {
  UsbipRequest request;
  request.sequence = word(header, 1);
  request.in = word(header, 3) != 0;
  request.endpoint = word(header, 4);
  switch (word(header, 0)) {
    case kCmdSubmit:
      request.length = word(header, 6);
      std::copy(header.begin() + 40, header.end(), request.setup.begin());
      return request;
    case kCmdUnlink:
      request.kind = UsbipRequest::Kind::kUnlink;
      request.unlinked = word(header, 5);
      return request;
    default:
      return std::nullopt;
  }
}

Bytes submit_reply(std::uint32_t sequence, int status, std::uint32_t transferred, std::span<const std::uint8_t> data) {
  Bytes bytes = reply({kRetSubmit, sequence, 0, 0, 0, static_cast<std::uint32_t>(status), transferred});
  bytes.insert(bytes.end(), data.begin(), data.end());
  return bytes;
}

Bytes unlink_reply(std::uint32_t sequence, int status) {
  return reply({kRetUnlink, sequence, 0, 0, 0, static_cast<std::uint32_t>(status)});
}

}  // namespace sobelcam::uvc
