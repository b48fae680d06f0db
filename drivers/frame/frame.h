// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

#include "drivers/frame/buffer_provider.h"
#include "drivers/frame/frame_view.h"

namespace sobelcam {

/// The set of buffers that frames are leased from; one object for each generation of the set.
///
/// Threads:  give_back() may be called from any thread, at any time, also after the source is gone
/// Lifetime: every lease holds the set, so its memory stays until the last lease has ended
class FrameOwner {
 public:
  virtual ~FrameOwner() = default;
  /// Re-queues a slot; does nothing once the generation is retired.
  virtual void give_back(unsigned slot) noexcept = 0;
};

/// Which picture of a stream this is, and when it was taken.
struct FrameStamp {
  std::uint64_t sequence = 0;  ///< counts what the source produced; a gap is a frame that was dropped
  std::chrono::steady_clock::time_point captured_at{};
  std::uint32_t format_changes = 0;  ///< how often the stream has changed size or format so far
};

/// A lease on one captured picture: its bytes do not change until the lease ends, which re-queues the buffer.
///
/// Threads:  one thread at a time; the lease may end on another thread than the one that captured
/// Lifetime: independent of the source that made it; move-only
class Frame {
 public:
  Frame() = default;
  Frame(FrameView view, FrameStamp stamp, MemoryKind memory, std::shared_ptr<FrameOwner> owner, unsigned slot,
        std::span<const std::byte> jpeg = {});

  /// A frame over bytes that the caller keeps alive, from no source.
  static Frame borrowing(FrameView view, FrameStamp stamp = {}, MemoryKind memory = MemoryKind::kOrdinary);

  Frame(Frame&& other) noexcept = default;
  Frame& operator=(Frame&& other) noexcept;
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  ~Frame();

  const FrameView& view() const { return view_; }
  const FrameLayout& layout() const { return view_.layout; }
  const FrameStamp& stamp() const { return stamp_; }
  MemoryKind memory() const { return memory_; }
  /// The compressed picture that the bytes were decoded from; empty for sources that are not JPEG.
  std::span<const std::byte> jpeg() const { return jpeg_; }

 private:
  void release() noexcept;

  FrameView view_;
  FrameStamp stamp_;
  MemoryKind memory_ = MemoryKind::kOrdinary;
  std::shared_ptr<FrameOwner> owner_;
  unsigned slot_ = 0;
  std::span<const std::byte> jpeg_;
};

}  // namespace sobelcam
