// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sobelcam::tool {

/// What the program tells the shell; the same for every command.
enum ExitCode : int {
  kOk = 0,         ///< everything was done, and what was compared is equal
  kDifferent = 1,  ///< everything was done, but something that was compared differs
  kBadInput = 2,   ///< an input, an option or a place to write was not usable
};

}  // namespace sobelcam::tool
