// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sobelcam {

/// Text for a terminal or a log: control bytes become \xNN, so that a file's name can neither begin a line of its own
/// nor send an escape sequence.
std::string printable(std::string_view text);

}  // namespace sobelcam
