// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/list_cameras.h"

#include <utility>

#include "drivers/camera/v4l2/capture_queue.h"
#include "drivers/camera/v4l2/controls.h"
#include "drivers/camera/v4l2/enumerate.h"

namespace sobelcam::v4l2 {

ListedNode inspect_camera(VideoCalls& calls, const std::string& path) {
  ListedNode listed;
  listed.node = calls.resolve(path);
  auto opened = VideoDevice::open(calls, path);
  if (const auto* failure = std::get_if<Failure>(&opened)) {
    const bool busy = fault_row(*failure).kind == SourceFaultKind::kBusy;
    listed.refusal = fault(*failure, path, busy ? calls.holder(listed.node) : std::string()).message;
    return listed;
  }
  auto device = std::make_shared<const VideoDevice>(std::move(std::get<VideoDevice>(opened)));
  auto answer = query_capabilities(*device);
  if (const auto* failure = std::get_if<Failure>(&answer)) {
    listed.refusal = fault(*failure, path).message;
    return listed;
  }
  auto& node = std::get<NodeCapabilities>(answer);
  listed.driver = std::move(node.driver);
  listed.card = std::move(node.card);
  listed.bus = std::move(node.bus);
  listed.multi_planar = node.multi_planar;
  listed.refusal = std::move(node.refusal);
  if (listed.refusal.empty()) {
    listed.modes = enumerate_modes(*device, CaptureQueue(device, node.multi_planar).type());
    listed.refusal = unusable_formats(listed.modes);
    listed.controls = read_controls(*device);
  }
  return listed;
}

std::vector<ListedNode> list_cameras(VideoCalls& calls) {
  std::vector<ListedNode> nodes;
  for (const std::string& node : calls.nodes()) {
    nodes.push_back(inspect_camera(calls, node));
  }
  return nodes;
}

}  // namespace sobelcam::v4l2
