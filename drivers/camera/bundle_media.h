// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "drivers/camera/replay_media.h"

namespace sobelcam {

/// The camera's bytes out of a capture bundle, in the layout in which they were delivered; of one that was cut, its
/// whole frames.
OpenedMedia open_bundle_media(const std::filesystem::path& path);

}  // namespace sobelcam
