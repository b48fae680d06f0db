// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <system_error>
#include <utility>

namespace sobelcam::test {
namespace {

constexpr std::size_t kGuard = 256;
constexpr std::byte kCanary{0xC7};
constexpr std::byte kPoison{0xA5};

std::size_t page_size() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

void check_system(int result, const char* call) {
  if (result != 0) {
    throw std::system_error(errno, std::generic_category(), call);
  }
}

}  // namespace

GuardedBytes::GuardedBytes(std::size_t size) : size_(size) {
  const std::size_t page = page_size();
  const std::size_t usable = (size + page - 1) / page * page;
  mapped_ = usable + 2 * page;
  map_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map_ == MAP_FAILED) {
    throw std::bad_alloc();
  }
  auto* first = static_cast<std::uint8_t*>(map_);
  check_system(mprotect(first, page, PROT_NONE), "mprotect");
  check_system(mprotect(first + page + usable, page, PROT_NONE), "mprotect");
  data_ = first + page + usable - size;
}

GuardedBytes::GuardedBytes(GuardedBytes&& other) noexcept
    : size_(other.size_), mapped_(other.mapped_), map_(std::exchange(other.map_, nullptr)), data_(other.data_) {}

GuardedBytes::~GuardedBytes() {
  if (map_ != nullptr) {
    munmap(map_, mapped_);
  }
}

void GuardedBytes::make_read_only() {
  const std::size_t page = page_size();
  check_system(mprotect(static_cast<std::uint8_t*>(map_) + page, mapped_ - 2 * page, PROT_READ), "mprotect");
}

Buffer GuardedMemory::allocate(std::size_t bytes) {
  auto block = std::make_unique<Block>();
  block->bytes.assign(bytes + 2 * kGuard + 64, kCanary);
  void* start = block->bytes.data() + kGuard;
  std::size_t space = bytes + 64;
  block->begin = static_cast<std::byte*>(std::align(64, bytes, start, space));
  block->size = bytes;
  std::fill_n(block->begin, bytes, kPoison);
  std::byte* begin = block->begin;
  const std::lock_guard lock(mutex_);
  blocks_.push_back(std::move(block));
  return {begin, bytes, MemoryKind::kOrdinary, [](std::byte*) {}};
}

bool GuardedMemory::canaries_stand(const Block& block) {
  const std::byte* first = block.bytes.data();
  const std::byte* last = first + block.bytes.size();
  const auto is_canary = [](std::byte value) { return value == kCanary; };
  return std::all_of(first, static_cast<const std::byte*>(block.begin), is_canary) &&
         std::all_of(static_cast<const std::byte*>(block.begin) + block.size, last, is_canary);
}

bool GuardedMemory::intact() const {
  const std::lock_guard lock(mutex_);
  return std::all_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return canaries_stand(*block); });
}

std::size_t GuardedMemory::allocations() const {
  const std::lock_guard lock(mutex_);
  return blocks_.size();
}

}  // namespace sobelcam::test
