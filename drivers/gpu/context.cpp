// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/context.h"

namespace sobelcam::gpu {

Context::Context(std::shared_ptr<const CudaApi> api, CUdevice device) : api_(std::move(api)), device_(device) {
  check(*api_, "cuDevicePrimaryCtxRetain", api_->cuDevicePrimaryCtxRetain(&handle_, device_));
}

Context::~Context() {
  static_cast<void>(api_->cuDevicePrimaryCtxRelease_v2(device_));
}

CurrentContext::CurrentContext(const Context& context) : api_(context.api()) {
  check(api_, "cuCtxPushCurrent_v2", api_.cuCtxPushCurrent_v2(context.handle()));
}

CurrentContext::~CurrentContext() {
  CUcontext popped = nullptr;
  static_cast<void>(api_.cuCtxPopCurrent_v2(&popped));
}

}  // namespace sobelcam::gpu
