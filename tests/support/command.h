// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sobelcam::test {

struct CommandResult {
  int exit_code = -1;
  std::string output;  ///< standard output and standard error together
};

/// Runs a shell command to its end.
CommandResult run_command(const std::string& command);

}  // namespace sobelcam::test
