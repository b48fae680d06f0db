// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "drivers/gpu/device.h"

namespace sobelcam::gpu {

/// A device that works, or why there is none, in words that name the way out.
struct UsableDevice {
  std::optional<Device> device;
  std::string reason;  ///< empty where there is a device
};

/// Loads the driver, opens the device and has its memory written and read back: what a driver lists and what runs are
/// two things. Leaves the device current to the calling thread. Does not throw.
/// Threads:  any
UsableDevice usable_device(const std::string& library = kCudaLibrary, int ordinal = 0) noexcept;

}  // namespace sobelcam::gpu
