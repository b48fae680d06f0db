// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/open_camera.h"

#include <utility>

#include "drivers/camera/v4l2/camera_source.h"

namespace sobelcam::v4l2 {

std::variant<std::unique_ptr<FrameSource>, SourceFault> open_camera(const std::string& path,
                                                                    const SourceOptions& options) {
  auto started = CameraStream::open(path, options);
  if (auto* fault = std::get_if<SourceFault>(&started)) {
    return std::move(*fault);
  }
  return std::make_unique<CameraSource>(std::move(std::get<std::unique_ptr<CameraStream>>(started)), options);
}

}  // namespace sobelcam::v4l2
