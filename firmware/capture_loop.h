// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <variant>

#include "drivers/frame/frame_source.h"
#include "firmware/captures.h"
#include "firmware/encoder.h"
#include "firmware/picture_hub.h"
#include "firmware/telemetry.h"
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
  /// Reads until the source is lost or a stop is requested.
  void read(FrameSource& source, const std::stop_token& stop);
  void process(Frame frame);
  void report_bad_frame(const SourceFault& fault);
  /// Shows the fault while waiting for the next try.
  void wait_out(const SourceFault& fault, const std::stop_token& stop);
  /// Once a second at most, and only to those who watch.
  void show_no_signal(const std::string& reason);

  Parts parts_;
  std::chrono::milliseconds back_off_;
  std::uint32_t width_ = 640;
  std::uint32_t height_ = 480;
  std::string logged_fault_;
  std::set<std::string> logged_bad_frames_;
  std::chrono::steady_clock::time_point next_no_signal_{};
};

}  // namespace sobelcam
