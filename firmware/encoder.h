// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

#include "drivers/jpeg/jpeg_encoder.h"
#include "firmware/picture_hub.h"
#include "firmware/telemetry.h"
#include "kernels/edge_result.h"

namespace sobelcam {

/// What to show where there is no frame.
struct NoSignal {
  std::string reason;
  std::uint32_t width = 640;
  std::uint32_t height = 480;
};

/// Makes one JPEG of the newest result for each watched view, on a thread of its own.
///
/// Threads:  offer() from the capture thread, which never waits: a result that was not begun is replaced;
///           run() on the encoder's thread
class Encoder {
 public:
  Encoder(PictureHub& hub, Telemetry& telemetry, int quality);

  void offer(EdgeResult result);
  void offer(NoSignal no_signal);

  /// Something waits or is being encoded.
  bool busy() const;

  /// Encodes until a stop is requested.
  void run(const std::stop_token& stop);

 private:
  using Work = std::variant<EdgeResult, NoSignal>;

  void put(Work work);
  void encode(const EdgeResult& result);
  void encode(View view, const EdgeResult& result);
  void encode(const NoSignal& no_signal);
  void report_failure(View view, const EdgeResult& result, const std::string& reason);
  std::span<const std::byte> jpeg_of(View view, const EdgeResult& result);
  std::span<const std::byte> gray_jpeg_of(ImageView<const float> plane);
  void publish(View view, std::span<const std::byte> jpeg, const FrameStamp& stamp, bool no_signal);

  PictureHub& hub_;
  Telemetry& telemetry_;
  int quality_;
  JpegEncoder jpeg_;
  Image<std::uint8_t> bytes_;
  std::array<std::uint64_t, kViews.size()> serials_{};
  std::array<std::string, kViews.size()> failures_;  ///< the last one of each view, so that it is logged once
  mutable std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::optional<Work> waiting_;
  bool encoding_ = false;
};

}  // namespace sobelcam
