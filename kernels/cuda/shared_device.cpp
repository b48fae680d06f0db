// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/shared_device.h"

namespace sobelcam::cuda {

const gpu::UsableDevice& shared_device() {
  static const gpu::UsableDevice device = [] {
    gpu::UsableDevice found = gpu::usable_device();
    if (found.device) {
      // Finding it left it current to whichever thread asked first, which had not asked for that.
      static_cast<void>(found.device->api().cuCtxSetCurrent(nullptr));
    }
    return found;
  }();
  return device;
}

}  // namespace sobelcam::cuda
