// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/edge_result.h"

#include <utility>

#include "kernels/output_pool.h"

namespace sobelcam {

OutputPool::OutputPool(unsigned slots) : outputs_(slots) {
  for (unsigned slot = slots; slot > 0; --slot) {
    free_.push_back(slot - 1);
  }
}

std::optional<unsigned> OutputPool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    return std::nullopt;
  }
  const unsigned slot = free_.back();
  free_.pop_back();
  return slot;
}

void OutputPool::give_back(unsigned slot) noexcept {
  outputs_[slot].frame = Frame();
  const std::lock_guard lock(mutex_);
  free_.push_back(slot);  // never reallocates: the vector once held every slot
}

EdgeResult::EdgeResult(std::shared_ptr<OutputPool> pool, unsigned slot) : pool_(std::move(pool)), slot_(slot) {}

EdgeResult& EdgeResult::operator=(EdgeResult&& other) noexcept {
  if (this != &other) {
    release();
    pool_ = std::move(other.pool_);
    slot_ = other.slot_;
  }
  return *this;
}

EdgeResult::~EdgeResult() {
  release();
}

const EdgeOutput& EdgeResult::output() const {
  return (*pool_)[slot_];
}

void EdgeResult::release() noexcept {
  if (pool_) {
    pool_->give_back(slot_);
    pool_.reset();
  }
}

}  // namespace sobelcam
