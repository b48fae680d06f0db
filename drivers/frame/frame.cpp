// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame.h"

#include <utility>

namespace sobelcam {

Frame::Frame(FrameView view, FrameStamp stamp, MemoryKind memory, std::shared_ptr<FrameOwner> owner, unsigned slot,
             std::span<const std::byte> jpeg)
    : view_(view), stamp_(stamp), memory_(memory), owner_(std::move(owner)), slot_(slot), jpeg_(jpeg) {}

Frame Frame::borrowing(FrameView view, FrameStamp stamp, MemoryKind memory) {
  return {view, stamp, memory, nullptr, 0};
}

Frame& Frame::operator=(Frame&& other) noexcept {
  if (this != &other) {
    release();
    view_ = other.view_;
    stamp_ = other.stamp_;
    memory_ = other.memory_;
    owner_ = std::move(other.owner_);
    slot_ = other.slot_;
    jpeg_ = other.jpeg_;
  }
  return *this;
}

Frame::~Frame() {
  release();
}

void Frame::release() noexcept {
  if (owner_) {
    owner_->give_back(slot_);
    owner_.reset();
  }
}

}  // namespace sobelcam
