// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

namespace sobelcam::tool {

/// Prints every implementation in this build, whether it can run on this machine, and why not.
void list_pipelines(std::ostream& out);

}  // namespace sobelcam::tool
