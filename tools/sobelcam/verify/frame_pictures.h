// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

/// An 8-bit gray PNG in memory.
/// Errors:   std::runtime_error
std::vector<std::byte> png_bytes(ImageView<const std::uint8_t> picture);

/// Pictures of one frame for a report, at most 640 pixels wide or high; a single different pixel stays visible.
///
/// Lifetime: the reference must outlive it
class PictureMaker {
 public:
  PictureMaker(const ResultView& reference, bool always, bool where_different);

  /// The heat map of a subject; the first one of a frame counts.
  void difference(std::string_view subject, const Difference& difference, const ResultView& result);

  /// Null where none were wanted.
  std::shared_ptr<const FramePictures> take();

 private:
  const ResultView& reference_;
  bool always_;
  bool where_different_;
  FramePictures pictures_;
};

}  // namespace sobelcam::tool
