// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

class Event;

/// Rows of bytes, a stride apart.
struct Rows {
  std::size_t bytes = 0;  ///< of one row
  std::size_t count = 0;
};

/// Strides above this are not copied by rows.
inline constexpr std::size_t kMaxRowsStride = 0x7FFFFFFF;

/// A queue of work for the GPU; it runs beside every other stream (non-blocking), in order within itself.
///
/// Threads:  any, with the device current (Device::make_current)
/// Lifetime: memory that a copy names must stay until the stream has passed the copy; work that is queued when the
///           stream ends is still done
/// Errors:   Error; also for work that was queued before
class Stream {
 public:
  explicit Stream(const Device& device);

  /// From the host, best from pinned memory: other memory is copied by the driver first, and may make it wait.
  void upload(CUdeviceptr target, std::span<const std::byte> source) const;
  /// Rows alone, without what lies between them.
  void upload_rows(CUdeviceptr target, std::size_t target_stride, const std::byte* source, std::size_t source_stride,
                   const Rows& rows) const;
  void download(std::span<std::byte> target, CUdeviceptr source) const;
  void copy(CUdeviceptr target, CUdeviceptr source, std::size_t bytes) const;
  void fill(CUdeviceptr target, std::uint8_t value, std::size_t bytes) const;

  /// What is queued from now on starts when the event's mark is passed.
  void wait(const Event& event) const;
  void synchronize() const;
  bool idle() const;

  CUstream get() const { return handle_.get(); }
  const CudaApi& api() const { return handle_.api(); }
  const std::shared_ptr<Context>& context() const { return handle_.context(); }

 private:
  /// A copy that goes into a graph moves nothing yet.
  bool capturing() const;

  Owned<CUstream, &CudaApi::cuStreamDestroy_v2> handle_;
};

}  // namespace sobelcam::gpu
