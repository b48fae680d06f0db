// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>

#include "drivers/gpu/device_buffer.h"
#include "kernels/cuda/arguments.h"

namespace sobelcam::tool {

/// Says where planes lie in one piece of the GPU's memory, before there is one: addresses count from 0 until place().
///
/// Shapes:   pieces start on multiples of 256 bytes, rows on multiples of 64; behind each piece are 256 bytes that
///           kernels may read, which fetch whole words at the end of a row
class DeviceLayout {
 public:
  cuda::Address take(std::size_t bytes) {
    const std::size_t at = bytes_;
    bytes_ += aligned(bytes + kPiece, kPiece);
    return at;
  }
  cuda::PlaneArguments take_plane(const cuda::SizeArguments& size, std::size_t pixel_bytes) {
    constexpr std::size_t kRow = 64;
    const std::size_t stride = aligned(size.width * pixel_bytes, kRow);
    return {take(stride * size.height), stride};
  }
  std::size_t bytes() const { return bytes_; }

  /// Allocates, and moves the addresses there.
  gpu::DeviceBuffer place(const gpu::Device& device, std::initializer_list<cuda::Address*> addresses) const {
    gpu::DeviceBuffer memory(device, bytes_);
    for (cuda::Address* address : addresses) {
      *address += memory.address();
    }
    return memory;
  }

 private:
  static constexpr std::size_t kPiece = 256;

  static std::size_t aligned(std::size_t bytes, std::size_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  std::size_t bytes_ = 0;
};

}  // namespace sobelcam::tool
