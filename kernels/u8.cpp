// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/u8.h"

namespace sobelcam {

void u8_plane(ImageView<const float> plane, ImageView<std::uint8_t> picture) {
  for (std::uint32_t y = 0; y < plane.height; ++y) {
    std::transform(plane.row(y), plane.row(y) + plane.width, picture.row(y), u8);
  }
}

}  // namespace sobelcam
