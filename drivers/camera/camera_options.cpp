// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/camera_options.h"

#include <array>

namespace sobelcam {

std::string_view name(CameraIo io) {
  switch (io) {
    case CameraIo::kAuto:
      return "auto";
    case CameraIo::kUserptr:
      return "userptr";
    case CameraIo::kMmapRegistered:
      return "mmap-registered";
    case CameraIo::kMmap:
      return "mmap";
  }
  return "unknown";
}

std::optional<CameraIo> camera_io(std::string_view wanted) {
  for (const CameraIo io :
       std::array{CameraIo::kAuto, CameraIo::kUserptr, CameraIo::kMmapRegistered, CameraIo::kMmap}) {
    if (name(io) == wanted) {
      return io;
    }
  }
  return std::nullopt;
}

}  // namespace sobelcam
