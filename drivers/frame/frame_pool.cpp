// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_pool.h"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace sobelcam {

class FramePool::BufferSet final : public FrameOwner {
 public:
  BufferSet(BufferProvider& memory, unsigned slots, std::size_t bytes) : slot_bytes_(bytes), jpegs_(slots) {
    for (unsigned i = 0; i < slots; ++i) {
      buffers_.push_back(memory.allocate(bytes));
      free_.push_back(i);
    }
  }

  std::optional<unsigned> take(std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    if (!came_back_.wait_until(lock, deadline, [this] { return !free_.empty(); })) {
      return std::nullopt;
    }
    const unsigned slot = free_.back();
    free_.pop_back();
    jpegs_[slot].clear();
    return slot;
  }

  void give_back(unsigned slot) noexcept override {
    {
      const std::lock_guard lock(mutex_);
      if (retired_) {
        return;
      }
      free_.push_back(slot);  // never reallocates: the vector once held every slot
    }
    came_back_.notify_one();
  }

  void retire() {
    const std::lock_guard lock(mutex_);
    retired_ = true;
    free_.clear();
  }

  std::size_t slot_bytes() const { return slot_bytes_; }
  const Buffer& buffer(unsigned slot) const { return buffers_[slot]; }
  std::vector<std::byte>& jpeg(unsigned slot) { return jpegs_[slot]; }

 private:
  const std::size_t slot_bytes_;
  std::vector<Buffer> buffers_;
  std::vector<std::vector<std::byte>> jpegs_;
  std::mutex mutex_;
  std::condition_variable came_back_;
  std::vector<unsigned> free_;
  bool retired_ = false;
};

FramePool::FramePool(BufferProvider& memory, unsigned slots) : memory_(memory), slots_(slots) {}

FramePool::~FramePool() {
  if (set_) {
    set_->retire();
  }
}

std::optional<FramePool::Slot> FramePool::acquire(const FrameLayout& layout,
                                                  std::chrono::steady_clock::time_point deadline) {
  const std::size_t bytes = layout_bytes(layout);
  if (!set_ || set_->slot_bytes() < bytes) {
    if (set_) {
      set_->retire();
      set_.reset();
    }
    set_ = std::make_shared<BufferSet>(memory_, slots_, bytes);
  }
  const auto index = set_->take(deadline);
  if (!index) {
    return std::nullopt;
  }
  return Slot(set_, *index, layout);
}

FramePool::Slot::Slot(std::shared_ptr<BufferSet> set, unsigned index, const FrameLayout& layout)
    : set_(std::move(set)), index_(index), layout_(layout) {}

FramePool::Slot::~Slot() {
  if (set_) {
    set_->give_back(index_);
  }
}

MutableFrameView FramePool::Slot::view() const {
  return {reinterpret_cast<std::uint8_t*>(set_->buffer(index_).data()), layout_};
}

void FramePool::Slot::set_jpeg(std::span<const std::byte> jpeg) {
  set_->jpeg(index_).assign(jpeg.begin(), jpeg.end());
}

Frame FramePool::Slot::lease(const FrameStamp& stamp) && {
  const auto memory = set_->buffer(index_).kind();
  const std::span<const std::byte> jpeg = set_->jpeg(index_);
  const FrameView pixels = view();
  return {pixels, stamp, memory, std::move(set_), index_, jpeg};
}

}  // namespace sobelcam
