// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/camera/input_file.h"
#include "drivers/camera/replay_media.h"

namespace sobelcam {

/// JPEGs one behind the other, read as they come; junk between them is passed over.
OpenedMedia open_mjpeg_media(InputFile file);

}  // namespace sobelcam
