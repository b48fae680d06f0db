// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace sobelcam {

/// Ends the program, with exit code 0 and a line that says why, if it still runs after `time`: a driver that does not
/// return from a call must not hold up a shutdown. Takes SIGALRM.
void end_within(std::chrono::milliseconds time);

}  // namespace sobelcam
