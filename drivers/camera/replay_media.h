// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "drivers/frame/frame_source.h"

namespace sobelcam {

struct MediaEnd {};  ///< no picture is left in this pass

/// What the next picture is, that there is none, or why it cannot be had. A kBadFrame fault uses its picture up,
/// any other leaves the medium where it was.
using MediaStep = std::variant<FrameLayout, MediaEnd, SourceFault>;

/// Recorded pictures in their order, read one at a time: a folder, a picture, a .y4m or an .mjpeg file, a
/// capture bundle.
///
/// Threads:  one thread at a time
/// Errors:   faults are values
class ReplayMedia {
 public:
  virtual ~ReplayMedia() = default;

  /// Goes on to the next picture and reads no more of it than its header needs.
  virtual MediaStep advance() = 0;

  /// Writes the pixels of the picture that advance() came to, once; the target has its layout.
  virtual std::optional<SourceFault> read_into(MutableFrameView target) = 0;

  /// The compressed picture, until the next advance() or skip(); empty where it is no JPEG.
  virtual std::span<const std::byte> jpeg() const { return {}; }

  /// Passes over one picture without decoding it; false where none is left.
  virtual bool skip() = 0;

  /// Begins a new pass; a fault where nothing is there any more.
  virtual std::optional<SourceFault> rewind() = 0;

  /// "photos (12 pictures)"
  virtual std::string description() const = 0;
};

using OpenedMedia = std::variant<std::unique_ptr<ReplayMedia>, SourceFault>;

}  // namespace sobelcam
