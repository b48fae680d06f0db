// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "drivers/camera/input_file.h"
#include "drivers/camera/replay_media.h"
#include "drivers/frame/frame_view.h"
#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

/// A frame, and what was recorded with it.
///
/// Lifetime: everything is borrowed from the reader, until its next call
struct FrameToVerify {
  FrameView view;  ///< its data is null where the camera's bytes are lost
  bool equalize = false;
  bool is_recorded = false;     ///< a bundle's frame: recorded says what the device found, as far as it was kept
  ResultView recorded;          ///< empty where nothing was recorded
  StageTimes recorded_timings;  ///< on the device
  std::vector<Finding> damage;  ///< members that are not what was recorded, a decoder that decodes otherwise
};

/// One frame cannot be had; the next call goes on behind it.
struct FrameFault {
  std::string message;
};

/// No frame is left.
struct FramesEnd {
  std::string note;       ///< what a person should know about the end; mostly empty
  bool is_fault = false;  ///< the rest could not be read
};

using FrameStep = std::variant<FrameToVerify, FrameFault, FramesEnd>;

/// The frames of one input in their order.
///
/// Threads:  one thread at a time
/// Errors:   faults are values
class FrameReader {
 public:
  virtual ~FrameReader() = default;
  virtual FrameStep next() = 0;
  /// Passes over one frame, as cheaply as can be; false where none is left.
  virtual bool skip() = 0;
  /// Frees the bytes of the frame that next() gave, if they are the reader's to free.
  virtual void forget() {}
};

using OpenedReader = std::variant<std::unique_ptr<FrameReader>, FrameFault>;

/// Pictures, .y4m and .mjpeg files.
std::unique_ptr<FrameReader> make_media_reader(std::unique_ptr<ReplayMedia> media);

/// Frames of one layout, one behind the other, as "v4l2-ctl --stream-to" writes them; the rest behind the last whole
/// frame is a fault.
std::unique_ptr<FrameReader> make_raw_reader(InputFile file, const FrameLayout& layout);

/// A capture bundle, a tar or a folder.
OpenedReader open_bundle_reader(const std::filesystem::path& path);

}  // namespace sobelcam::tool
