// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>

#include "drivers/frame/image_view.h"

namespace sobelcam {

/// Writes an 8-bit gray PNG into an open file; the same pixels give the same bytes.
///
/// Errors:   std::runtime_error with libpng's words, or the system's where the file cannot take the bytes
void write_gray_png(std::FILE* file, ImageView<const std::uint8_t> pixels);

}  // namespace sobelcam
