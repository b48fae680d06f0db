// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/nodes_passed_over.h"

#include <utility>

#include "drivers/camera/v4l2/camera_modes.h"

namespace sobelcam::v4l2 {

void NodesPassedOver::add(const std::string& node, const Failure& failure, const SourceFault& fault) {
  if (failure.error == EACCES || failure.error == EPERM) {
    locked_.push_back(node);
  } else {
    add(fault);
  }
}

void NodesPassedOver::add(const SourceFault& fault) {
  busy_ = busy_ || fault.kind == SourceFaultKind::kBusy;
  reasons_.push_back(fault.message);
}

SourceFault NodesPassedOver::fault() const {
  if (locked_.empty() && reasons_.empty()) {
    return {SourceFaultKind::kNoDevice,
            "no camera is connected (there is no /dev/video*); plug one in or name another source with --source"};
  }
  std::vector<std::string> reasons = reasons_;
  SourceFaultKind kind = SourceFaultKind::kNoDevice;
  if (!locked_.empty()) {
    const SourceFault locked = v4l2::fault({Call::kOpen, EACCES}, joined(locked_));
    kind = locked.kind;
    reasons.insert(busy_ ? reasons.end() : reasons.begin(), locked.message);
  }
  return {busy_ ? SourceFaultKind::kBusy : kind, "no usable camera is connected: " + joined(reasons)};
}

}  // namespace sobelcam::v4l2
