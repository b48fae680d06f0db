// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/health.h"

namespace sobelcam {

std::string_view state_after(SourceFaultKind kind) {
  switch (kind) {
    case SourceFaultKind::kNoSignal:
    case SourceFaultKind::kBadFrame:
      return "starved";
    case SourceFaultKind::kNoDevice:
    case SourceFaultKind::kBusy:
    case SourceFaultKind::kStalled:
    case SourceFaultKind::kUnsupported:
      return name(kind);
    case SourceFaultKind::kError:
      break;
  }
  return "error";
}

}  // namespace sobelcam
