// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "firmware/routes.h"

namespace sobelcam {

/// What a request for /api/captures says, beyond its first line.
struct CaptureRequest {
  std::string_view method;
  std::string_view target;
  std::string_view host;    ///< the field Host
  std::string_view origin;  ///< the field Origin; empty where there is none
  std::string_view body;
};

/// A file, sent piece by piece.
struct FileReply {
  std::filesystem::path file;
  std::string name;  ///< what the browser shall call it
};

/// The routes of recordings; nothing where a request is for something else.
///
/// What changes something is refused unless only this machine can ask, and the asker is a program or a page of this
/// machine: Host and Origin must name the loopback, so that neither a foreign page nor a foreign name that leads here
/// (DNS rebinding) can record.
std::optional<std::variant<Reply, FileReply>> respond_to_captures(const CaptureRequest& request, const Site& site);

/// Whether a Host field names the loopback: localhost, 127.x.x.x or [::1], with or without a port.
bool names_loopback(std::string_view host);

}  // namespace sobelcam
