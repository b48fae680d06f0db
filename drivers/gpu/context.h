// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "drivers/gpu/copy_counters.h"
#include "drivers/gpu/cuda_api.h"
#include "drivers/gpu/error.h"

namespace sobelcam::gpu {

/// A device's primary context, which the CUDA runtime uses too; kept by the device and by everything made on it, so
/// it ends with the last of them.
/// Threads:  any
class Context {
 public:
  Context(std::shared_ptr<const CudaApi> api, CUdevice device);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  const CudaApi& api() const { return *api_; }
  CUcontext handle() const { return handle_; }
  CopyCounters& counters() { return counters_; }

 private:
  std::shared_ptr<const CudaApi> api_;
  CUdevice device_;
  CUcontext handle_ = nullptr;
  CopyCounters counters_;
};

/// Makes a context current to the calling thread while it lives, and then the one before.
/// Errors:   Error
class CurrentContext {
 public:
  explicit CurrentContext(const Context& context);
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  const CudaApi& api_;
};

/// Runs a destroying call in its context. Errors have nowhere to go. Without the context (reset by somebody, or the
/// driver has shut down) the handle went with it, and naming it to the driver would be wrong.
template <typename Call>
void destroy_in(const Context& context, Call call) noexcept {
  const CudaApi& api = context.api();
  if (api.cuCtxPushCurrent_v2(context.handle()) != CUresult::kSuccess) {
    return;
  }
  static_cast<void>(call(api));
  CUcontext popped = nullptr;
  static_cast<void>(api.cuCtxPopCurrent_v2(&popped));
}

/// A handle of the driver and the context it lives in; ends with `Destroy`, a function of the driver.
template <typename Handle, auto Destroy>
class Owned {
 public:
  Owned() = default;
  Owned(std::shared_ptr<Context> context, Handle handle) : context_(std::move(context)), handle_(handle) {}
  ~Owned() { reset(); }
  Owned(Owned&& other) noexcept
      : context_(std::move(other.context_)), handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    if (this != &other) {
      reset();
      context_ = std::move(other.context_);
      handle_ = std::exchange(other.handle_, Handle{});
    }
    return *this;
  }

  Handle get() const { return handle_; }
  const CudaApi& api() const { return context_->api(); }
  const std::shared_ptr<Context>& context() const { return context_; }

 private:
  void reset() noexcept {
    if (handle_ != Handle{}) {
      destroy_in(*context_, [this](const CudaApi& api) { return (api.*Destroy)(handle_); });
      handle_ = Handle{};
    }
    context_.reset();
  }

  std::shared_ptr<Context> context_;
  Handle handle_{};
};

}  // namespace sobelcam::gpu
