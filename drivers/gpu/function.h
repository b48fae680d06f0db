// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "drivers/gpu/stream.h"

namespace sobelcam::gpu {

/// How many blocks in a grid, or threads in a block.
struct Extent {
  unsigned x = 1;
  unsigned y = 1;
  unsigned z = 1;
};

/// How a kernel is spread over the GPU.
struct LaunchShape {
  Extent grid;
  Extent block;
  unsigned shared_bytes = 0;  ///< dynamic shared memory of a block
  /// It may begin before the kernel ahead of it in the stream has ended, once that one lets it; it waits for that one's
  /// end itself, before it touches what both use. For kernels made for it, on compute capability 9.
  bool early = false;
};

/// What the compiler made of a kernel.
struct FunctionAttributes {
  int registers = 0;     ///< of a thread
  int local_bytes = 0;   ///< of a thread, in device memory: spilled registers
  int shared_bytes = 0;  ///< of a block, static
  int max_threads = 0;   ///< of a block
};

/// The values of a kernel's parameters for one launch, in order and of exactly the kernel's types: the driver cannot
/// check that. Addresses are CUdeviceptr; a pointer of the host's would be taken for one, and does not compile.
template <typename... Arguments>
class KernelArguments {
 public:
  static_assert((std::is_trivially_copyable_v<Arguments> && ...), "a kernel's arguments are copied byte by byte");
  static_assert(((!std::is_pointer_v<Arguments> && !std::is_null_pointer_v<Arguments>)&&...),
                "a kernel takes addresses as CUdeviceptr: DeviceBuffer::address(), PinnedBuffer::address()");

  explicit KernelArguments(const Arguments&... values)
      : pointers_{const_cast<void*>(static_cast<const void*>(&values))...} {}

  void** get() { return sizeof...(Arguments) == 0 ? nullptr : pointers_.data(); }

 private:
  std::array<void*, sizeof...(Arguments)> pointers_;
};

/// A kernel in a loaded module, which it keeps.
///
/// Threads:  any, with the device current
/// Errors:   Error, with the kernel's name; a kernel's own faults come out of a later wait
class Function {
 public:
  using ModuleHandle = Owned<CUmodule, &CudaApi::cuModuleUnload>;

  Function(std::shared_ptr<const ModuleHandle> module, std::string name);

  FunctionAttributes attributes() const;
  /// Needed above 48 KiB; at most DeviceProperties::max_shared_bytes.
  void allow_shared_bytes(unsigned bytes) const;

  template <typename... Arguments>
  void launch(const LaunchShape& shape, const Stream& stream, const Arguments&... values) const {
    launch_with(shape, stream, KernelArguments<Arguments...>(values...).get());
  }

  const std::string& name() const { return name_; }
  CUfunction get() const { return handle_; }

 private:
  void launch_with(const LaunchShape& shape, const Stream& stream, void** arguments) const;
  int attribute(CUfunctionAttribute which) const;
  const CudaApi& api() const { return module_->api(); }

  std::shared_ptr<const ModuleHandle> module_;
  std::string name_;
  CUfunction handle_ = nullptr;
};

}  // namespace sobelcam::gpu
