// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_buffers.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace sobelcam::v4l2 {
namespace {

constexpr std::size_t kPage = 4096;

Memory memory_of(CameraIo io) {
  return io == CameraIo::kUserptr ? Memory::kUserptr : Memory::kMmap;
}

Refused refused(const Failure& failure) {
  return {technical_words(failure), failure};
}

}  // namespace

CameraBuffers::CameraBuffers(const CaptureQueue& queue, CameraIo io)
    : calls_(queue.device().calls()), io_(io), queue_(queue) {}

CameraBuffers::~CameraBuffers() {
  for (Slot& slot : slots_) {
    slot.registration.reset();
    if (slot.mapped) {
      calls_.unmap(slot.bytes.data(), slot.bytes.size());
    }
  }
}

std::variant<std::shared_ptr<CameraBuffers>, Refused> CameraBuffers::create(const CaptureQueue& queue,
                                                                            const Parts& parts) {
  unsigned count = 0;
  const auto request = [&] {
    count = parts.wanted;
    return queue.request(memory_of(parts.io), count);
  };
  if (const int error = ask_patiently(Call::kRequestBuffers, request); error != 0) {
    return refused({Call::kRequestBuffers, error});
  }
  auto buffers = std::make_shared<CameraBuffers>(queue, parts.io);
  std::optional<Refused> problem;
  if (count < kFewest) {
    problem =
        Refused{"the driver grants " + std::to_string(count) + (count == 1 ? " buffer" : " buffers") +
                    ", and a stream needs 2: choose a smaller --size, or close other programs that use the camera",
                std::nullopt};
  } else if (parts.io == CameraIo::kUserptr) {
    problem = buffers->allocate_all(count, parts.bytes, *parts.memory);
  } else {
    problem = buffers->map_all(count, parts.io == CameraIo::kMmapRegistered ? parts.registration : nullptr);
  }
  if (problem) {
    buffers.reset();
    unsigned none = 0;
    queue.request(memory_of(parts.io), none);
    return *problem;
  }
  return buffers;
}

std::optional<Refused> CameraBuffers::map_all(unsigned count, MemoryRegistration* registration) {
  slots_.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    CaptureQueue::Place place;
    if (const int error = queue_->place_of(i, place); error != 0) {
      return refused({Call::kQueryBuffer, error});
    }
    const VideoCalls::Mapping mapping = calls_.map(queue_->device().descriptor(), place.length, place.offset);
    if (mapping.error != 0) {
      return refused({Call::kMap, -mapping.error});
    }
    slots_[i].bytes = {mapping.data, place.length};
    slots_[i].mapped = true;
    if (registration != nullptr) {
      try {
        const std::size_t pages = (place.length + kPage - 1) / kPage * kPage;
        slots_[i].registration = registration->register_pages({mapping.data, pages});
      } catch (const std::exception& error) {
        return Refused{error.what(), std::nullopt};
      }
    }
  }
  kind_ = registration != nullptr ? MemoryKind::kRegistered : MemoryKind::kOrdinary;
  return std::nullopt;
}

std::optional<Refused> CameraBuffers::allocate_all(unsigned count, std::size_t bytes, BufferProvider& memory) {
  // Whole pages: some drivers hand them to a DMA engine.
  const std::size_t length = (bytes + kPage - 1) / kPage * kPage;
  slots_.resize(count);
  for (Slot& slot : slots_) {
    try {
      slot.own = memory.allocate(length);
    } catch (const std::exception& error) {
      return Refused{error.what(), std::nullopt};
    }
    slot.bytes = {slot.own.data(), length};
    kind_ = slot.own.kind();
  }
  return std::nullopt;
}

int CameraBuffers::queue_all() {
  const std::lock_guard lock(mutex_);
  for (unsigned i = 0; i < slots_.size(); ++i) {
    if (slots_[i].holder == Holder::kUs) {
      if (const int error = queue_locked(i); error != 0) {
        return error;
      }
    }
  }
  return 0;
}

int CameraBuffers::queue(unsigned slot) {
  const std::lock_guard lock(mutex_);
  return queue_locked(slot);
}

int CameraBuffers::queue_locked(unsigned slot) {
  const int error = io_ == CameraIo::kUserptr
                        ? queue_->queue_user(slot, slots_[slot].bytes.data(), slots_[slot].bytes.size())
                        : queue_->queue_mapped(slot);
  slots_[slot].holder = error == 0 ? Holder::kDriver : Holder::kUs;
  return error;
}

int CameraBuffers::dequeue(FilledBuffer& filled) {
  const std::lock_guard lock(mutex_);
  const int error = queue_->dequeue(memory_of(io_), filled);
  if (error == 0 && filled.index >= slots_.size()) {
    return EINVAL;
  }
  if (error == 0) {
    slots_[filled.index].holder = Holder::kUs;
    filled.length = std::min(filled.length, slots_[filled.index].bytes.size());
  }
  return error;
}

void CameraBuffers::lease(unsigned slot) {
  const std::lock_guard lock(mutex_);
  slots_[slot].holder = Holder::kFrame;
}

void CameraBuffers::give_back(unsigned slot) noexcept {
  const std::lock_guard lock(mutex_);
  slots_[slot].holder = Holder::kUs;
  if (!queue_) {
    return;
  }
  if (const int error = queue_locked(slot); error != 0) {
    give_back_error_ = error;
  }
}

void CameraBuffers::all_returned() {
  const std::lock_guard lock(mutex_);
  for (Slot& slot : slots_) {
    if (slot.holder == Holder::kDriver) {
      slot.holder = Holder::kUs;
    }
  }
  give_back_error_ = 0;
}

unsigned CameraBuffers::held_by(Holder holder) const {
  const std::lock_guard lock(mutex_);
  return static_cast<unsigned>(
      std::count_if(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.holder == holder; }));
}

unsigned CameraBuffers::queued() const {
  return held_by(Holder::kDriver);
}

unsigned CameraBuffers::leased() const {
  return held_by(Holder::kFrame);
}

int CameraBuffers::give_back_error() const {
  const std::lock_guard lock(mutex_);
  return give_back_error_;
}

void CameraBuffers::retire() {
  const std::lock_guard lock(mutex_);
  queue_.reset();
}

}  // namespace sobelcam::v4l2
