// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "firmware/capture_loop.h"

namespace sobelcam {

/// How the source that the user named is opened, again and again; for "auto", how a camera is looked for.
/// A missing source is a fault and never silently another one.
std::function<OpenedSource()> live_source(const std::string& spec);

}  // namespace sobelcam
