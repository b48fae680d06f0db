// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "tools/sobelcam/opencv_chain.h"

// What stands in for opencv_chain.cpp where there was no OpenCV when the build was configured.
namespace sobelcam::tool {

OpenCvBuild opencv_build() {
  return {"", "", "OpenCV was not found when this was built",
          "install libopencv-core-dev and libopencv-imgproc-dev, then configure and build again"};
}

void set_opencv_threads(unsigned /*threads*/) {}

std::unique_ptr<OpenCvChain> make_opencv_chain(OpenCvDepth /*depth*/, bool /*equalize*/) {
  throw std::logic_error(opencv_build().absence);
}

}  // namespace sobelcam::tool
