// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "drivers/camera/camera_options.h"
#include "drivers/camera/v4l2/capture_queue.h"
#include "drivers/frame/buffer_provider.h"
#include "drivers/frame/frame.h"

namespace sobelcam::v4l2 {

/// Why a way of getting buffers did not work; `failure` where a call of the driver said so.
struct Refused {
  std::string words;
  std::optional<Failure> failure;
};

/// One generation of the buffers that a driver fills: they are queued, filled, leased as frames and queued again.
///
/// Threads:  give_back() on any thread, the rest on the source's
/// Lifetime: memory stays mapped until the last lease has ended; once retired the device is neither called nor held
class CameraBuffers final : public FrameOwner {
 public:
  struct Parts {
    CameraIo io = CameraIo::kMmap;  ///< not kAuto
    unsigned wanted = 4;
    std::size_t bytes = 0;  ///< of a picture, as the driver says
    BufferProvider* memory = nullptr;
    MemoryRegistration* registration = nullptr;
  };
  static constexpr unsigned kFewest = 2;

  /// Asks the driver for the buffers and maps or allocates them. What was asked for is freed again where it fails.
  static std::variant<std::shared_ptr<CameraBuffers>, Refused> create(const CaptureQueue& queue, const Parts& parts);

  explicit CameraBuffers(const CaptureQueue& queue, CameraIo io);
  ~CameraBuffers() override;
  CameraBuffers(const CameraBuffers&) = delete;
  CameraBuffers& operator=(const CameraBuffers&) = delete;

  CameraIo io() const { return io_; }
  unsigned count() const { return static_cast<unsigned>(slots_.size()); }
  MemoryKind kind() const { return kind_; }
  std::span<std::byte> bytes(unsigned slot) const { return slots_[slot].bytes; }

  /// Gives the driver every buffer that is not leased.
  int queue_all();
  int queue(unsigned slot);
  int dequeue(FilledBuffer& filled);
  /// The buffer is a frame from now on, until give_back().
  void lease(unsigned slot);
  void give_back(unsigned slot) noexcept override;
  /// After STREAMOFF: nothing is with the driver any more.
  void all_returned();

  /// With the driver.
  unsigned queued() const;
  unsigned leased() const;
  /// The errno of a give_back() that the driver refused; 0 where all went well.
  int give_back_error() const;

  /// The end of this generation: frames that are still leased keep their memory, and nothing is queued again.
  void retire();

 private:
  enum class Holder : std::uint8_t { kUs, kDriver, kFrame };

  struct Slot {
    std::span<std::byte> bytes;
    Buffer own;  ///< kUserptr
    bool mapped = false;
    std::shared_ptr<void> registration;
    Holder holder = Holder::kUs;
  };

  std::optional<Refused> map_all(unsigned count, MemoryRegistration* registration);
  std::optional<Refused> allocate_all(unsigned count, std::size_t bytes, BufferProvider& memory);
  int queue_locked(unsigned slot);
  unsigned held_by(Holder holder) const;

  VideoCalls& calls_;  ///< for unmapping, when the device is long closed
  const CameraIo io_;
  MemoryKind kind_ = MemoryKind::kOrdinary;
  std::vector<Slot> slots_;
  mutable std::mutex mutex_;
  std::optional<CaptureQueue> queue_;  ///< none once retired
  int give_back_error_ = 0;
};

}  // namespace sobelcam::v4l2
