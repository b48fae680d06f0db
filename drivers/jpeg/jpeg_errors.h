// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>  // jpeglib.h needs it first and does not include it

#include <jpeglib.h>

#include <array>
#include <csetjmp>

#include "drivers/files/image_decoder.h"

namespace sobelcam {

/// libjpeg's error manager, with every way out of a broken picture leading to one setjmp().
///
/// A caller sets `escape` before each call of the library; when it is reached, fault() says why. Warnings that
/// cost no pixel (junk before a marker, an unknown JFIF version or Adobe transform) are passed over, every other
/// one ends the picture: libjpeg would fill in gray. TurboJPEG cannot tell these warnings apart.
///
/// Errors:   nothing is printed; no object with a destructor may live in a frame that is jumped over
struct JpegErrors : jpeg_error_mgr {
  JpegErrors();

  /// Leaves for `escape` because the picture has more scans than any honest one.
  [[noreturn]] void leave_for_too_many_scans();

  ImageFault fault() const;

  std::jmp_buf escape{};
  int reason = 0;
  std::array<char, JMSG_LENGTH_MAX> words{};
};

}  // namespace sobelcam
