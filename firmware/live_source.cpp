// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/live_source.h"

#include <filesystem>

#include "drivers/camera/open_source.h"

namespace sobelcam {
namespace {

SourceFault look_for_a_camera() {
  std::error_code unreadable;
  for (const auto& node : std::filesystem::directory_iterator("/dev", unreadable)) {
    if (node.path().filename().string().starts_with("video")) {
      return {SourceFaultKind::kUnsupported, "there is " + node.path().string() +
                                                 ", but this version does not read cameras yet; name another source "
                                                 "with --source"};
    }
  }
  return {SourceFaultKind::kNoDevice,
          "no camera is connected (there is no /dev/video*); plug one in or name another source with --source"};
}

}  // namespace

std::function<OpenedSource()> live_source(const std::string& spec, BufferProvider& memory) {
  if (spec == "auto") {
    return [] { return OpenedSource(look_for_a_camera()); };
  }
  SourceOptions options;
  options.memory = &memory;
  return [parsed = parse_source_spec(spec), options] { return open_source(parsed, options); };
}

}  // namespace sobelcam
