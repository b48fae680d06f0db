// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

namespace sobelcam::tool {

/// One line on a terminal that says how far a recording is; nothing elsewhere.
class CaptureProgress {
 public:
  CaptureProgress(std::ostream& out, bool visible) : out_(out), visible_(visible) {}
  CaptureProgress(const CaptureProgress&) = delete;
  CaptureProgress& operator=(const CaptureProgress&) = delete;
  ~CaptureProgress() { clear(); }

  void show(std::uint64_t frames, std::uint64_t wanted, std::uint64_t bytes) {
    if (visible_) {
      out_ << "\r\x1b[K" << frames << " of " << wanted << " frames, " << (bytes >> 20U) << " MiB" << std::flush;
      shown_ = true;
    }
  }

  /// Before another line is printed.
  void clear() {
    if (shown_) {
      out_ << "\r\x1b[K" << std::flush;
      shown_ = false;
    }
  }

 private:
  std::ostream& out_;
  bool visible_;
  bool shown_ = false;
};

}  // namespace sobelcam::tool
