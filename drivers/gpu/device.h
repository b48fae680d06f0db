// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "drivers/gpu/context.h"

namespace sobelcam::gpu {

/// What a device is and can do.
struct DeviceProperties {
  int ordinal = 0;
  std::string name;
  std::size_t total_bytes = 0;
  int compute_major = 0;
  int compute_minor = 0;
  int multiprocessors = 0;
  bool integrated = false;                    ///< shares the machine's memory, as on Jetson
  bool can_map_host_memory = false;           ///< reads pinned memory where it lies
  bool host_register_supported = false;       ///< can be made to read memory that it did not allocate
  bool uses_host_pointer_registered = false;  ///< at the address that the CPU uses
  int async_engines = 0;                      ///< copy engines
  std::size_t l2_bytes = 0;
  std::size_t max_shared_bytes = 0;  ///< of a block, where the kernel opts in
  int memory_clock_khz = 0;          ///< 0 where the driver does not tell
  int memory_bus_bits = 0;           ///< 0 where the driver does not tell

  /// 87 for 8.7, as in sm_87.
  int compute_capability() const { return compute_major * 10 + compute_minor; }
};

/// The devices of a driver, in its order.
/// Errors:   Error
std::vector<DeviceProperties> list_devices(const CudaApi& api);

/// One GPU, with its primary context retained; streams, buffers and modules are made from it and may outlive it.
///
/// Threads:  any; a thread that copies, launches, records or waits calls make_current() once before. Making and
///           ending objects needs no such thing.
/// Errors:   Error, for a call of the driver that fails
class Device {
 public:
  Device(const std::shared_ptr<const CudaApi>& api, int ordinal);
  ~Device() = default;
  Device(Device&&) noexcept = default;
  Device& operator=(Device&&) noexcept = default;

  const DeviceProperties& properties() const { return properties_; }
  int driver_version() const { return context_->api().driver_version; }
  const CudaApi& api() const { return context_->api(); }
  const std::shared_ptr<Context>& context() const { return context_; }

  void make_current() const;
  CopyCounts copy_counts() const { return context_->counters().read(); }

 private:
  DeviceProperties properties_;
  std::shared_ptr<Context> context_;
};

}  // namespace sobelcam::gpu
