// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/image_decoder.h"

namespace sobelcam {

ImageFault no_bytes() {
  return {ImageFaultKind::kEmpty, "empty: it holds no bytes"};
}

std::optional<ImageFault> check_image_size(std::uint64_t width, std::uint64_t height) {
  const std::string claim = "the header says " + std::to_string(width) + " x " + std::to_string(height) + " pixels";
  if (width == 0 || height == 0) {
    return ImageFault{ImageFaultKind::kBroken, claim};
  }
  if (width > kMaxSide || height > kMaxSide) {
    return ImageFault{ImageFaultKind::kTooLarge, claim + "; at most " + std::to_string(kMaxSide) + " each way"};
  }
  if (width * height > kMaxFilePixels) {
    return ImageFault{ImageFaultKind::kTooLarge,
                      claim + "; at most " + std::to_string(kMaxFilePixels) + " pixels in all, scale it down first"};
  }
  return std::nullopt;
}

}  // namespace sobelcam
