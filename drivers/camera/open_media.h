// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "drivers/camera/replay_media.h"

namespace sobelcam {

/// Opens what a path leads to, by content where the name alone does not tell.
///
/// Errors:   kNoDevice where nothing is there, kNoSignal on a folder without pictures, kUnsupported on anything else
OpenedMedia open_media(const std::filesystem::path& path);

}  // namespace sobelcam
