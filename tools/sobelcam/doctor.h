// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tools/sobelcam/exit_code.h"

namespace sobelcam::tool {

/// Prints what this machine has for sobelcam, what is wrong with it, and what would help: kDifferent where a pipeline
/// of this build cannot run.
ExitCode doctor(std::ostream& out);

}  // namespace sobelcam::tool
