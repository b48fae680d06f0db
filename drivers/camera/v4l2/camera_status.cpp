// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/camera_status.h"

namespace sobelcam {

std::string_view name(ControlType type) {
  switch (type) {
    case ControlType::kInteger:
      return "integer";
    case ControlType::kBoolean:
      return "boolean";
    case ControlType::kMenu:
      return "menu";
    case ControlType::kIntegerMenu:
      return "integer_menu";
    case ControlType::kButton:
      return "button";
    case ControlType::kBitmask:
      return "bitmask";
    case ControlType::kInteger64:
      return "integer64";
    case ControlType::kOther:
      return "other";
  }
  return "unknown";
}

}  // namespace sobelcam
