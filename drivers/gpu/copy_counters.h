// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace sobelcam::gpu {

/// What was moved and allocated, up to now.
struct CopyCounts {
  std::uint64_t bytes_up = 0;    ///< from the host to the device, by copy engines
  std::uint64_t bytes_down = 0;  ///< from the device to the host, likewise
  std::uint64_t device_allocations = 0;
  std::uint64_t pinned_allocations = 0;
  std::uint64_t registrations = 0;

  bool operator==(const CopyCounts&) const = default;
};

/// Counts the copies and allocations of everything that belongs to one device.
/// Threads:  any; a reading is not a moment: its numbers may be some calls apart
class CopyCounters {
 public:
  void add_up(std::uint64_t bytes) { up_.fetch_add(bytes, std::memory_order_relaxed); }
  void add_down(std::uint64_t bytes) { down_.fetch_add(bytes, std::memory_order_relaxed); }
  void add_device_allocation() { device_.fetch_add(1, std::memory_order_relaxed); }
  void add_pinned_allocation() { pinned_.fetch_add(1, std::memory_order_relaxed); }
  void add_registration() { registered_.fetch_add(1, std::memory_order_relaxed); }

  CopyCounts read() const {
    return {up_.load(std::memory_order_relaxed), down_.load(std::memory_order_relaxed),
            device_.load(std::memory_order_relaxed), pinned_.load(std::memory_order_relaxed),
            registered_.load(std::memory_order_relaxed)};
  }

 private:
  std::atomic<std::uint64_t> up_{0};
  std::atomic<std::uint64_t> down_{0};
  std::atomic<std::uint64_t> device_{0};
  std::atomic<std::uint64_t> pinned_{0};
  std::atomic<std::uint64_t> registered_{0};
};

}  // namespace sobelcam::gpu
