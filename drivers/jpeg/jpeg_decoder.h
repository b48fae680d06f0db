// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "drivers/files/image_decoder.h"

namespace sobelcam {

/// Opens a JPEG file or a camera's MJPEG frame.
///
/// YCbCr and gray pictures decode to their luma alone (GREY, full range; chroma is neither transformed nor
/// upsampled), RGB pictures to RGB24. Frames without Huffman tables take the standard ones, junk before the
/// first or any later marker is skipped. CMYK, YCCK, lossless, 12-bit and incomplete pictures are faults.
///
/// Source:   kernels/SPEC.md, "JPEG input": accurate integer DCT, so that the luma has the same bits everywhere
OpenedImage open_jpeg(std::span<const std::byte> bytes);

}  // namespace sobelcam
