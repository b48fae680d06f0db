// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/guest/uvc_camera/payloads.h"

#include <algorithm>

namespace sobelcam::uvc {
namespace {

// USB Video Class 1.0, section 2.4.3.3: the bits of a payload's header.
constexpr unsigned kHeaderBytes = 2;
constexpr unsigned kToggle = 0x01;
constexpr unsigned kEndOfFrame = 0x02;
constexpr unsigned kError = 0x40;
constexpr unsigned kEndOfHeader = 0x80;

}  // namespace

void Payloads::begin(std::span<const std::uint8_t> picture, bool trouble) {
  rest_ = picture;
  trouble_ = trouble;
  toggle_ = !toggle_;
  done_ = false;
}

Bytes Payloads::next(std::size_t room) {
  const std::size_t count = std::min(rest_.size(), room - kHeaderBytes);
  done_ = count == rest_.size();
  const unsigned bits = kEndOfHeader | (toggle_ ? kToggle : 0U) | (done_ ? kEndOfFrame : 0U) | (trouble_ ? kError : 0U);
  Bytes payload(kHeaderBytes + count);
  payload[0] = kHeaderBytes;
  payload[1] = static_cast<std::uint8_t>(bits);
  std::copy_n(rest_.begin(), count, payload.begin() + kHeaderBytes);
  rest_ = rest_.subspan(count);
  return payload;
}

}  // namespace sobelcam::uvc
