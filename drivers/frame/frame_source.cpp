// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_source.h"

#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam {

std::string_view name(SourceFaultKind kind) {
  switch (kind) {
    case SourceFaultKind::kNoDevice:
      return "no_device";
    case SourceFaultKind::kBusy:
      return "busy";
    case SourceFaultKind::kNoSignal:
      return "no_signal";
    case SourceFaultKind::kStalled:
      return "stalled";
    case SourceFaultKind::kUnsupported:
      return "unsupported";
    case SourceFaultKind::kBadFrame:
      return "bad_frame";
    case SourceFaultKind::kError:
      return "error";
  }
  return "unknown";
}

std::optional<CameraStatus> FrameSource::camera() const {
  return std::nullopt;
}

}  // namespace sobelcam
