// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sobelcam::uvc {

using Bytes = std::vector<std::uint8_t>;

/// Builds what USB sends: little endian, and blocks that begin with their own length.
class UsbBytes {
 public:
  UsbBytes& u8(unsigned value) {
    bytes_.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  UsbBytes& u16(unsigned value) { return u8(value & 0xffU).u8(value >> 8U & 0xffU); }
  UsbBytes& u32(std::uint32_t value) { return u16(value & 0xffffU).u16(value >> 16U); }
  UsbBytes& text(std::string_view text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  UsbBytes& append(const Bytes& other) {
    bytes_.insert(bytes_.end(), other.begin(), other.end());
    return *this;
  }
  /// A block: its length, this one byte included, and what follows.
  UsbBytes& block(const UsbBytes& content) {
    return u8(static_cast<unsigned>(content.bytes_.size()) + 1).append(content.bytes_);
  }

  const Bytes& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

 private:
  Bytes bytes_;
};

}  // namespace sobelcam::uvc
