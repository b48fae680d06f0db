// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/live_source.h"

#include <memory>
#include <utility>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/silent_buffers.h"
#include "firmware/gpu_registration.h"

namespace sobelcam {

std::function<OpenedSource()> live_source(const std::string& spec, const CameraOptions& camera,
                                          BufferProvider& memory) {
  SourceOptions options;
  options.memory = &memory;
  options.camera = camera;
  const auto silent_buffers = std::make_shared<v4l2::SilentBuffers>();
  options.camera.silent_buffers = silent_buffers.get();
  std::shared_ptr<MemoryRegistration> registration;
  if (&memory != &ordinary_memory()) {
    registration = gpu_registration();
    options.camera.registration = registration.get();
  }
  return [parsed = parse_source_spec(spec), options, registration, silent_buffers] {
    return open_source(parsed, options);
  };
}

std::string ineffective_flags(const std::string& spec, const std::vector<std::string>& camera_flags) {
  if (camera_flags.empty() || std::holds_alternative<V4l2Spec>(parse_source_spec(spec))) {
    return {};
  }
  std::string names;
  for (const std::string& flag : camera_flags) {
    names += (names.empty() ? "" : ", ") + flag;
  }
  return names + (camera_flags.size() == 1 ? " is for cameras and changes" : " are for cameras and change") +
         " nothing for " + spec;
}

}  // namespace sobelcam
