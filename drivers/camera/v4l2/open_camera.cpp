// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/open_camera.h"

namespace sobelcam::v4l2 {

std::variant<std::unique_ptr<FrameSource>, SourceFault> open_camera(const std::string& path,
                                                                    const SourceOptions& /*options*/) {
  return SourceFault{SourceFaultKind::kUnsupported, "cameras are not read by this version yet: " + path};
}

}  // namespace sobelcam::v4l2
