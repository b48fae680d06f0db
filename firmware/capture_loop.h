// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <variant>

#include "drivers/frame/frame_source.h"
#include "firmware/back_off.h"
#include "firmware/captures.h"
#include "firmware/encoder.h"
#include "firmware/picture_hub.h"
#include "firmware/telemetry.h"
#include "firmware/transition_log.h"
#include "kernels/edge_pipeline.h"

namespace sobelcam {

using OpenedSource = std::variant<std::unique_ptr<FrameSource>, SourceFault>;

/// The way of a frame: source, pipeline, encoder; and the way back when the source is lost.
///
/// Threads:  run() on the capture thread; it waits for the source only, never for the encoder or a client
class CaptureLoop {
 public:
  struct Parts {
    std::function<OpenedSource()> open_source;  ///< called again after each fault
    EdgePipeline& pipeline;
    bool equalize;
    PictureHub& hub;
    Encoder& encoder;
    Telemetry& telemetry;
    Captures* captures = nullptr;
  };

  explicit CaptureLoop(Parts parts);

  /// Runs until a stop is requested.
  void run(const std::stop_token& stop);

 private:
  /// Opens the source and reads until it is lost, which is why, or a stop is requested.
  std::optional<SourceFault> read_source(const std::stop_token& stop);
  std::optional<SourceFault> read(FrameSource& source, const std::stop_token& stop);
  void take(FrameSource& source, Frame frame);
  void process(Frame frame);
  void log_found(const FrameSource& source, std::chrono::steady_clock::time_point now);
  void report_bad_frame(const SourceFault& fault);
  /// Shows the fault while waiting for the next try.
  void wait_out(const SourceFault& fault, const std::stop_token& stop);
  /// The source says nothing of its own accord: shows why no picture comes, once that is so.
  void show_stall();
  /// No frame has come since the source was opened.
  void show_start(const FrameSource& source);
  /// Once a second at most, and only to those who watch.
  void show_no_signal(const std::string& reason);

  Parts parts_;
  BackOff back_off_;
  std::uint32_t width_ = 640;
  std::uint32_t height_ = 480;
  TransitionLog log_;
  std::chrono::steady_clock::time_point first_frame_at_{};  ///< of this opening; 0 before it
  std::chrono::steady_clock::time_point next_log_{};
  std::set<std::string> logged_bad_frames_;
  std::chrono::steady_clock::time_point next_no_signal_{};
};

}  // namespace sobelcam
