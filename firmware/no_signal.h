// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "drivers/frame/image_view.h"

namespace sobelcam {

/// Draws the picture that viewers see while there is no frame: NO SIGNAL, and why, in as many lines as it takes.
void draw_no_signal(ImageView<std::uint8_t> picture, std::string_view reason);

}  // namespace sobelcam
