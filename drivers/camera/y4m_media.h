// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/camera/input_file.h"
#include "drivers/camera/replay_media.h"

namespace sobelcam {

/// Raw video in YUV4MPEG2: 4:2:0 becomes NV12, 4:2:2 YUYV, mono GREY, and 4:4:4 YUYV whose chroma is the mean of
/// each pair of pixels. The range is limited unless XCOLORRANGE=FULL; interlaced pictures are taken as they are.
///
/// Errors:   kUnsupported on other colorspaces
/// Source:   yuv4mpeg(5) of mjpegtools; XCOLORRANGE is FFmpeg's
OpenedMedia open_y4m_media(InputFile file);

}  // namespace sobelcam
