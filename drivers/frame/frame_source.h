// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "drivers/frame/frame.h"

namespace sobelcam {

struct CameraStatus;

/// What can go wrong with a source while it runs; each kind asks something else of the caller.
enum class SourceFaultKind : std::uint8_t {
  kNoDevice,     ///< gone or never there: reopen with back-off
  kBusy,         ///< somebody else holds it: retry later
  kNoSignal,     ///< there, but nothing to show: keep waiting
  kStalled,      ///< promised frames and sends none: reopen
  kUnsupported,  ///< will never work as asked: tell the user
  kBadFrame,     ///< this one picture is broken: go on with the next
  kError,        ///< the device or its driver fails: reopen with back-off
};

std::string_view name(SourceFaultKind kind);

/// A fault as a value: what happened, where, and the way out.
struct SourceFault {
  SourceFaultKind kind = SourceFaultKind::kNoDevice;
  std::string message;
};

struct NoFrame {};      ///< the deadline came first
struct EndOfStream {};  ///< a source that does not loop has ended

using SourceEvent = std::variant<Frame, NoFrame, EndOfStream, SourceFault>;

/// Which frames a consumer wants when it is slower than the source.
enum class Delivery : std::uint8_t {
  kNewest,  ///< live: the newest due frame, older ones are skipped and leave a gap in the sequence
  kEvery,   ///< process, verify, capture, tests: each frame once, in order
};

/// Anything that yields pictures: a camera, a test pattern, recorded files.
///
/// Threads:  one thread at a time; frames may be given back on any thread
/// Lifetime: frames stay valid after the source is gone
/// Errors:   faults are values; an exception is a defect or exhausted memory
class FrameSource {
 public:
  virtual ~FrameSource() = default;

  /// The next picture as the delivery mode wants it; waits until the deadline at most.
  virtual SourceEvent next(std::chrono::steady_clock::time_point deadline) = 0;

  /// What is really being read, in words, for a person.
  virtual std::string description() const = 0;

  /// What is known of the camera behind the source (drivers/camera/v4l2/camera_status.h), from any thread; nothing
  /// where there is none.
  virtual std::optional<CameraStatus> camera() const;
};

}  // namespace sobelcam
