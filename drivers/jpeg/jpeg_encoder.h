// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "drivers/frame/frame.h"
#include "drivers/frame/image_view.h"

namespace sobelcam {

/// Makes JPEGs, of gray planes with one component; keeps one TurboJPEG handle and one output buffer.
///
/// Units:    quality 1 to 100
/// Threads:  one thread at a time
/// Lifetime: the bytes stay valid until the next encode() or the end of the encoder
/// Errors:   std::invalid_argument on an empty plane, a side above 65500 or a quality out of range;
///           std::runtime_error with TurboJPEG's words otherwise
class JpegEncoder {
 public:
  JpegEncoder();
  ~JpegEncoder();
  JpegEncoder(JpegEncoder&&) noexcept;
  JpegEncoder& operator=(JpegEncoder&&) noexcept;

  std::span<const std::byte> encode_gray(ImageView<const std::uint8_t> plane, int quality);

  /// The frame as it came, in color where it has any; a frame that was decoded from a JPEG gives that JPEG,
  /// made viewable.
  std::span<const std::byte> encode_frame(const Frame& frame, int quality);

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
};

}  // namespace sobelcam
