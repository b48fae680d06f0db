// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "drivers/files/image_decoder.h"

namespace sobelcam {

/// Opens a picture by what its first bytes say, whatever its name: PNG, JPEG, PPM/PGM or BMP.
OpenedImage open_image(std::span<const std::byte> bytes);

/// PNG by libpng: gray files give GREY, all others RGB24; 16-bit samples are scaled to 8, alpha is dropped,
/// gamma and color profiles are ignored.
OpenedImage open_png(std::span<const std::byte> bytes);

/// Netpbm P2, P3, P5 and P6: gray files give GREY, the others RGB24; a maximum other than 255 is scaled to it.
OpenedImage open_netpbm(std::span<const std::byte> bytes);

/// Uncompressed Windows bitmaps of 1, 4, 8, 16, 24 and 32 bits, bottom-up or top-down: BGR24.
OpenedImage open_bmp(std::span<const std::byte> bytes);

}  // namespace sobelcam
