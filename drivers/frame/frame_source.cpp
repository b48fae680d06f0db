// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/frame_source.h"

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
  }
  return "unknown";
}

}  // namespace sobelcam
