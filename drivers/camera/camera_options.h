// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/camera/v4l2/camera_modes.h"

namespace sobelcam {

namespace v4l2 {
class SilentBuffers;
class VideoCalls;
}  // namespace v4l2

/// Where the driver writes frames.
enum class CameraIo : std::uint8_t {
  kAuto,            ///< the first that works, in the order below; mmap alone where no GPU reads the frames
  kUserptr,         ///< memory of the BufferProvider: the GPU reads it where it lies
  kMmapRegistered,  ///< the driver's memory, registered with the GPU
  kMmap,            ///< the driver's memory, uploaded
};

/// auto, userptr, mmap-registered, mmap
std::string_view name(CameraIo io);
/// Errors:   nothing where there is no such name
std::optional<CameraIo> camera_io(std::string_view wanted);

/// Makes memory of a driver readable for a GPU; what drivers/gpu/host_registration.h does, without the GPU.
///
/// Threads:  any
/// Lifetime: what is registered stays so until the returned object is destroyed
/// Errors:   an exception that says in words why not, and expect it
class MemoryRegistration {
 public:
  virtual ~MemoryRegistration() = default;
  /// Whole pages.
  virtual std::shared_ptr<void> register_pages(std::span<std::byte> pages) = 0;
};

/// A control that is set whenever the camera is opened; its name as in CameraControl.
struct ControlSetting {
  std::string name;
  std::int64_t value = 0;
};

/// How a camera is used; other sources ignore it. What is not named is chosen.
struct CameraOptions {
  std::optional<v4l2::FrameSize> size;
  std::optional<double> fps;
  std::string format;  ///< a fourcc such as "YUYV"; empty: the cheapest
  CameraIo io = CameraIo::kAuto;
  std::vector<ControlSetting> controls;
  std::chrono::milliseconds first_frame_timeout{10'000};  ///< some webcams take 7 s
  std::chrono::milliseconds frame_timeout{3'000};
  MemoryRegistration* registration = nullptr;     ///< null: nothing is registered
  v4l2::SilentBuffers* silent_buffers = nullptr;  ///< null: what one opening has found out is lost to the next
  v4l2::VideoCalls* calls = nullptr;              ///< null: the system
};

}  // namespace sobelcam
