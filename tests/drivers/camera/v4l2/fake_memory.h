// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include "tests/drivers/camera/v4l2/fake_device.h"

namespace sobelcam::test {

/// One buffer of the fake driver, whole pages as the kernel gives them; poisoned.
struct FakeDevice::Memory {
  explicit Memory(std::size_t bytes) : data_(static_cast<std::byte*>(std::aligned_alloc(kPage, rounded(bytes)))) {
    if (data_ == nullptr) {
      throw std::bad_alloc();
    }
    for (std::size_t i = 0; i < rounded(bytes); ++i) {
      data_[i] = std::byte{0xa5};
    }
  }
  ~Memory() { std::free(data_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::byte* data() const { return data_; }

 private:
  static constexpr std::size_t kPage = 4096;
  static std::size_t rounded(std::size_t bytes) { return (bytes + kPage - 1) / kPage * kPage; }

  std::byte* data_;
};

}  // namespace sobelcam::test
