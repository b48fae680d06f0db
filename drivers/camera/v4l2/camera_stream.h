// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "drivers/camera/open_source.h"
#include "drivers/camera/v4l2/camera_buffers.h"
#include "drivers/camera/v4l2/camera_setup.h"

namespace sobelcam::v4l2 {

/// An open camera that streams into one generation of buffers.
///
/// Threads:  one thread at a time
/// Lifetime: frames may outlive it; the device is closed with it
/// Errors:   faults; after one the stream is of no use any more
class CameraStream {
 public:
  using Started = std::variant<std::unique_ptr<CameraStream>, SourceFault>;

  /// `path` empty: the first usable camera.
  static Started open(const std::string& path, const SourceOptions& options);

  CameraStream(OpenCamera camera, const SourceOptions& options);
  ~CameraStream();
  CameraStream(const CameraStream&) = delete;
  CameraStream& operator=(const CameraStream&) = delete;

  VideoCalls& calls() const { return camera_.queue.device().calls(); }
  const CaptureQueue& queue() const { return camera_.queue; }
  const CaptureFormat& format() const { return format_; }
  const ChosenMode& chosen() const { return chosen_; }
  const CameraFacts& facts() const { return facts_; }
  const std::shared_ptr<CameraBuffers>& buffers() const { return buffers_; }

  /// Format, buffers and stream, from nothing: at first, and when the signal has become another one.
  std::optional<SourceFault> start();
  /// Stops and starts the stream with the same buffers.
  std::optional<SourceFault> restart();
  /// Ends the generation of buffers. False where the driver still holds on to it because frames of it are leased:
  /// try again once they have come back.
  bool stop();
  /// As stop(), for a device that is gone: no call is made any more.
  void abandon();

  /// No frame has proved yet that the buffers work.
  bool on_trial() const { return on_trial_; }
  /// There is another kind of buffers to try.
  bool has_other_buffers() const { return candidates_.size() > 1; }
  /// False where the buffer of a first frame shows that the driver wrote elsewhere.
  bool was_written(const FilledBuffer& filled) const;
  /// A whole picture came.
  void buffers_proved();
  /// Goes on with the next kind of buffers, because of `words`; a fault where there is none.
  std::optional<SourceFault> refuse_buffers(const std::string& words, const std::optional<Failure>& failure);
  /// As that, where nothing came. It is remembered once another kind has got a picture.
  std::optional<SourceFault> refuse_silent_buffers(const std::string& words);

 private:
  void leave_out_silent_kinds();
  std::string model() const { return camera_.facts.driver + " " + camera_.facts.card; }
  std::optional<SourceFault> start_buffers();
  std::optional<Refused> try_buffers(CameraIo io);
  /// What the format has become now that there are buffers.
  std::optional<Refused> check_format();
  std::optional<SourceFault> all_refused() const;
  void mark_buffers();
  void note_refusal(CameraIo io, const std::string& words);

  OpenCamera camera_;
  SourceOptions options_;
  BufferProvider& memory_;
  std::vector<CameraIo> candidates_;  ///< kinds of buffers that are left to try; the first is in use
  std::vector<std::string> refusals_;
  std::vector<CameraIo> silent_;  ///< kinds that nothing came into
  CameraFacts facts_;
  ChosenMode chosen_;
  CaptureFormat format_;
  std::shared_ptr<CameraBuffers> buffers_;
  bool on_trial_ = true;
  bool may_pass_ = false;  ///< a kind of buffers was refused for a reason that may be gone at the next opening
  bool gone_ = false;
};

}  // namespace sobelcam::v4l2
