// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

struct CaptureOptions {
  std::string source;  ///< a source's name, or http://HOST[:PORT] of a running device
  std::uint64_t frames = 100;
  std::filesystem::path out;
  std::string pipeline = "auto";
  std::vector<std::string> planes;
  bool equalize = false;
  std::string format = "tar";  ///< or "folder"
  bool overwrite = false;
  bool progress = false;  ///< a line that is written over and over; for terminals
};

/// Records frames of a source, and what a pipeline makes of them, into a capture bundle.
///
/// Fewer frames than were asked for, because the source ended or the disk is full, are a whole bundle, one line in
/// `errors` and kBadInput.
ExitCode capture(const CaptureOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
