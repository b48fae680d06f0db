// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "drivers/frame/frame_view.h"

namespace sobelcam::test {

/// The photos in tests/data/photos.
inline constexpr const char* kPhotos[] = {"chelsea.png", "coffee.png", "rocket.jpg"};

/// A decoded photo in a layout of its own.
class Photo {
 public:
  explicit Photo(const std::string& file_name);
  FrameView view() const { return {pixels_.data(), layout_}; }

 private:
  FrameLayout layout_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace sobelcam::test
