// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "drivers/camera/v4l2/camera_status.h"
#include "drivers/camera/v4l2/video_calls.h"

namespace sobelcam::v4l2 {

/// One /dev/video* and what is to be said of it.
struct ListedNode {
  std::string node;
  std::string driver;  ///< empty where the node could not be opened
  std::string card;
  std::string bus;
  bool multi_planar = false;
  std::string refusal;  ///< why it is no usable camera, in words; empty for a usable one
  CameraModes modes;    ///< of nodes that capture pictures, usable or not
  std::vector<CameraControl> controls;
};

/// Every node by number, opened and closed one after the other; nothing is streamed.
std::vector<ListedNode> list_cameras(VideoCalls& calls);

/// One node, or the link that leads to it.
ListedNode inspect_camera(VideoCalls& calls, const std::string& path);

}  // namespace sobelcam::v4l2
