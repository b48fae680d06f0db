// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>

#include "drivers/camera/camera_options.h"
#include "drivers/camera/source_spec.h"
#include "drivers/frame/frame_source.h"

namespace sobelcam {

/// How a source is run, whatever it is.
struct SourceOptions {
  Delivery delivery = Delivery::kNewest;
  bool paced = true;  ///< false: as fast as the consumer asks, for Delivery::kEvery only
  bool loop = true;   ///< replay only: begin again at the end
  unsigned buffers = 4;
  BufferProvider* memory = nullptr;  ///< where the pixels go; ordinary memory where null
  CameraOptions camera;
};

/// Errors:   a fault where the source is missing or unsupported (worth trying again later: the folder may come
///           back); std::invalid_argument on options that contradict each other
std::variant<std::unique_ptr<FrameSource>, SourceFault> open_source(const SourceSpec& spec,
                                                                    const SourceOptions& options);

}  // namespace sobelcam
