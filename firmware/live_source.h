// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "drivers/frame/buffer_provider.h"
#include "firmware/capture_loop.h"

namespace sobelcam {

/// How the source that the user named is opened, again and again; for "auto", how a camera is looked for.
/// A missing source is a fault and never silently another one.
/// Lifetime: `memory`, where frames will lie, outlives the sources
std::function<OpenedSource()> live_source(const std::string& spec, BufferProvider& memory);

}  // namespace sobelcam
