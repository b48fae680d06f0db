// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "drivers/frame/buffer_provider.h"

namespace sobelcam::test {

/// Bytes whose last one is followed by a page that nobody may touch, and that can be made read-only: a read or
/// write too far ends the test at once, in every build.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::size_t size);
  ~GuardedBytes();
  GuardedBytes(GuardedBytes&&) noexcept;
  GuardedBytes& operator=(GuardedBytes&&) = delete;

  std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  void make_read_only();

 private:
  std::size_t size_;
  std::size_t mapped_;
  void* map_;
  std::uint8_t* data_;
};

/// Memory for outputs with canaries around each buffer.
class GuardedMemory final : public BufferProvider {
 public:
  Buffer allocate(std::size_t bytes) override;
  /// True while no canary of any living or released buffer was overwritten.
  bool intact() const;
  std::size_t allocations() const;

 private:
  struct Block {
    std::vector<std::byte> bytes;
    std::byte* begin = nullptr;
    std::size_t size = 0;
  };
  static bool canaries_stand(const Block& block);

  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace sobelcam::test
