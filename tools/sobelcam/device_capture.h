// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tools/sobelcam/capture.h"

namespace sobelcam::tool {

/// Lets a running device record, waits for it, fetches the bundle piece by piece, and deletes it there.
///
/// Errors:   std::runtime_error, with the device's own words where it refuses
ExitCode capture_from_device(const CaptureOptions& options, std::ostream& out, std::ostream& errors);

}  // namespace sobelcam::tool
