// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "drivers/camera/v4l2/camera_modes.h"
#include "drivers/camera/v4l2/fault_table.h"
#include "drivers/camera/v4l2/video_device.h"

namespace sobelcam::v4l2 {

/// What a node says of itself.
struct NodeCapabilities {
  std::string driver;
  std::string card;
  std::string bus;
  bool multi_planar = false;
  std::string refusal;  ///< why frames cannot be captured from it, in words; empty where they can
};

/// Trusts what is said of this node alone, not of the device, which has other nodes.
/// Errors:   the call that failed
std::variant<NodeCapabilities, Failure> query_capabilities(const VideoDevice& device);

/// Formats, sizes and intervals of a node that captures. A size from a range that the user wants is listed for itself,
/// with its intervals. Drivers that list endlessly are cut short.
CameraModes enumerate_modes(const VideoDevice& device, std::uint32_t queue_type,
                            const std::optional<FrameSize>& wanted = std::nullopt);

/// The words for a camera none of whose formats is decoded; empty where one is.
std::string unusable_formats(const CameraModes& modes);

}  // namespace sobelcam::v4l2
