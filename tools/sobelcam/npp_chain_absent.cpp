// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "tools/sobelcam/npp_chain.h"

// What stands in for npp_chain.cpp where there was no NPP when the build was configured.
namespace sobelcam::tool {

NppBuild npp_build() {
  return {"", "NPP was not found when this was built",
          "install the CUDA toolkit's NPP (libnpp-dev), then configure and build again"};
}

NppTiming time_npp(std::span<const FrameView> /*frames*/, std::size_t /*runs*/) {
  throw std::logic_error(npp_build().absence);
}

}  // namespace sobelcam::tool
