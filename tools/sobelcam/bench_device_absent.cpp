// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_device.h"

namespace sobelcam::tool {

DeviceReport bench_device(const DeviceBenchOptions& /*options*/) {
  return {"this build has no CUDA kernels: nvcc was not found when it was configured", "", 0, {}};
}

}  // namespace sobelcam::tool
