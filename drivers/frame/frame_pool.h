// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drivers/frame/frame.h"

namespace sobelcam {

/// The buffers of a source that makes its own pictures (pattern, replay): a slot is filled, leased out as
/// a Frame, and comes back when the lease ends.
///
/// Threads:  acquire() on the source's thread; leases end on any thread
/// Lifetime: frames may outlive the pool; the BufferProvider must outlive the frames
class FramePool {
 public:
  class Slot;

  FramePool(BufferProvider& memory, unsigned slots);
  ~FramePool();
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  /// A free slot that is large enough; nothing where none came back before the deadline.
  /// A layout that needs more memory retires the set and starts a new generation.
  std::optional<Slot> acquire(const FrameLayout& layout, std::chrono::steady_clock::time_point deadline);

 private:
  class BufferSet;

  BufferProvider& memory_;
  unsigned slots_;
  std::shared_ptr<BufferSet> set_;
};

/// One buffer being filled; goes back unused if it is never turned into a Frame.
class FramePool::Slot {
 public:
  Slot(Slot&&) noexcept = default;
  Slot& operator=(Slot&&) = delete;
  ~Slot();

  MutableFrameView view() const;
  /// Keeps a copy of the compressed picture beside the pixels.
  void set_jpeg(std::span<const std::byte> jpeg);
  Frame lease(const FrameStamp& stamp) &&;

 private:
  friend class FramePool;
  Slot(std::shared_ptr<BufferSet> set, unsigned index, const FrameLayout& layout);

  std::shared_ptr<BufferSet> set_;
  unsigned index_;
  FrameLayout layout_;
};

}  // namespace sobelcam
