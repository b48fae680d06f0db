// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "drivers/camera/v4l2/fault_table.h"

namespace sobelcam::v4l2 {

/// Why none of the nodes that were looked at is taken, and what that makes of the search.
class NodesPassedOver {
 public:
  /// It cannot be opened.
  void add(const std::string& node, const Failure& failure, const SourceFault& fault);
  /// It is open, and no camera that can be used.
  void add(const SourceFault& fault);

  /// What the user can mend comes first: a camera that is in use, then one that may not be opened.
  SourceFault fault() const;

 private:
  std::vector<std::string> locked_;  ///< may not be opened
  std::vector<std::string> reasons_;
  bool busy_ = false;
};

}  // namespace sobelcam::v4l2
