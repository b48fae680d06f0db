// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "drivers/gpu/function.h"

namespace sobelcam::gpu {

/// Device code, loaded: a cubin as it is, PTX text translated by the driver for this GPU.
///
/// Threads:  any
/// Errors:   Error, with the log of the driver's compiler
class Module {
 public:
  Module(const Device& device, std::span<const std::byte> image);

  Function function(std::string name) const { return {handle_, std::move(name)}; }
  /// Whether the driver translated it.
  bool from_ptx() const { return from_ptx_; }

 private:
  bool from_ptx_;
  std::shared_ptr<const Function::ModuleHandle> handle_;
};

/// One compiled form of the same kernels.
struct ModuleImage {
  int compute_capability = 0;  ///< 87 for a cubin for sm_87; 0 for PTX, which suits every later GPU
  std::span<const std::byte> bytes;
};

enum class Jit : std::uint8_t {
  kWhenNeeded,
  kForced,  ///< PTX even where a cubin would do, to show that it gives the same bits
};

/// Loads the form that suits the device: its own cubin, or the PTX where there is none, where the driver refuses it,
/// or where the driver is of an older major version than the toolkit that made the cubin. A cubin for another GPU
/// is never tried: across integrated and other GPUs even equal major versions do not run.
/// Errors:   Error; the one of the PTX where both were refused, since that says what would help
Module load_module(const Device& device, std::span<const ModuleImage> images, int toolkit_version,
                   Jit jit = Jit::kWhenNeeded);

}  // namespace sobelcam::gpu
