// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "drivers/camera/v4l2/list_cameras.h"

namespace sobelcam::tool {

/// What `--source auto` would take of the nodes.
struct AutoCamera {
  std::string node;    ///< empty where it takes none
  std::string chosen;  ///< format, size and rate, and why; where there is no node, why there is none
};

AutoCamera auto_camera(const std::vector<v4l2::ListedNode>& nodes);

/// A node that could not be opened, or a camera whose formats are of no use: what its owner will want to know.
bool any_camera_in_trouble(const std::vector<v4l2::ListedNode>& nodes);

/// Every node with its formats, sizes and rates, or why it is no usable camera.
void describe_cameras(const std::vector<v4l2::ListedNode>& nodes, std::ostream& out);
nlohmann::ordered_json cameras_json(const std::vector<v4l2::ListedNode>& nodes);

}  // namespace sobelcam::tool
