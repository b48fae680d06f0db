// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <optional>

#include "tools/sobelcam/exit_code.h"
#include "tools/sobelcam/verify/compare.h"
#include "tools/sobelcam/verify/merge.h"
#include "tools/sobelcam/verify/verify.h"

namespace sobelcam::tool {

/// What the commands that compare are asked for.
struct VerifyCommands {
  VerifyOptions verify;
  CompareOptions compare;
  MergeOptions merge;
};

/// Adds the commands to the program.
/// Lifetime: options must outlive the app
void add_verify_commands(CLI::App& app, VerifyCommands& options);

/// Runs the one that was given; nothing where it was another command.
std::optional<ExitCode> run_verify_commands(const CLI::App& app, const VerifyCommands& options, std::ostream& out,
                                            std::ostream& errors);

}  // namespace sobelcam::tool
