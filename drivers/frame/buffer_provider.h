// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace sobelcam {

/// Who can reach a buffer's bytes without a copy.
enum class MemoryKind : std::uint8_t {
  kOrdinary,      ///< the CPU only
  kPinnedMapped,  ///< allocated so that the GPU reads it where it lies
  kRegistered,    ///< a driver's own memory, made readable for the GPU afterwards
};

/// Owner of one piece of memory, released by whoever provided it.
class Buffer {
 public:
  using Release = std::function<void(std::byte*)>;

  Buffer() = default;
  Buffer(std::byte* data, std::size_t size, MemoryKind kind, Release release)
      : data_(data, std::move(release)), size_(size), kind_(kind) {}

  std::byte* data() const { return data_.get(); }
  std::size_t size() const { return data_ ? size_ : 0; }
  MemoryKind kind() const { return kind_; }

 private:
  std::unique_ptr<std::byte, Release> data_{nullptr, [](std::byte*) {}};
  std::size_t size_ = 0;
  MemoryKind kind_ = MemoryKind::kOrdinary;
};

/// Where pixels live: injected into sources and pipelines, so that they write straight into memory
/// that their consumer can read.
///
/// Threads:  allocate() may be called from any thread
/// Lifetime: the provider must outlive its buffers
/// Errors:   std::bad_alloc, or the provider's own exception that names the size asked for
class BufferProvider {
 public:
  virtual ~BufferProvider() = default;
  /// At least `bytes` bytes, aligned to 64.
  virtual Buffer allocate(std::size_t bytes) = 0;
};

/// Memory for the CPU alone; lives as long as the program.
BufferProvider& ordinary_memory();

}  // namespace sobelcam
