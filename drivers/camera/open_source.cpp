// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/open_source.h"

#include <stdexcept>
#include <utility>

#include "drivers/camera/open_media.h"
#include "drivers/camera/pattern_source.h"
#include "drivers/camera/replay_source.h"
#include "drivers/camera/v4l2/open_camera.h"

namespace sobelcam {
namespace {

using OpenedSource = std::variant<std::unique_ptr<FrameSource>, SourceFault>;

OpenedSource open(const PatternSpec& spec, const SourceOptions& options) {
  return std::make_unique<PatternSource>(spec, options);
}

OpenedSource open(const ReplaySpec& spec, const SourceOptions& options) {
  OpenedMedia media = open_media(spec.path);
  if (auto* fault = std::get_if<SourceFault>(&media)) {
    return std::move(*fault);
  }
  return std::make_unique<ReplaySource>(std::move(std::get<std::unique_ptr<ReplayMedia>>(media)), spec.fps, options);
}

OpenedSource open(const V4l2Spec& spec, const SourceOptions& options) {
  return v4l2::open_camera(spec.path, options);
}

}  // namespace

std::variant<std::unique_ptr<FrameSource>, SourceFault> open_source(const SourceSpec& spec,
                                                                    const SourceOptions& options) {
  if (options.buffers == 0) {
    throw std::invalid_argument("a source needs at least one buffer");
  }
  if (!options.paced && options.delivery == Delivery::kNewest) {
    throw std::invalid_argument("an unpaced source has no newest picture: ask for every picture, or for its pace");
  }
  return std::visit([&](const auto& chosen) { return open(chosen, options); }, spec);
}

}  // namespace sobelcam
