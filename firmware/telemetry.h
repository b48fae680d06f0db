// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/frame/frame_source.h"
#include "firmware/samples.h"
#include "firmware/view.h"
#include "kernels/edge_pipeline.h"

namespace sobelcam {

/// Frames that were lost, by where.
struct Drops {
  std::uint64_t source = 0;     ///< gaps in the source's sequence: it was faster than the pipeline
  std::uint64_t pipeline = 0;   ///< no output slot was free
  std::uint64_t bad_frame = 0;  ///< the source handed out a broken picture
  std::uint64_t encoder = 0;    ///< a newer frame came before the encoder took this one
};

/// What the newest frame looked like.
struct FrameReport {
  std::uint64_t sequence = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  PixelFormat format = PixelFormat::kGrey;
  ColorRange range = ColorRange::kFull;
  std::uint32_t format_changes = 0;
  std::chrono::steady_clock::time_point captured_at{};
  Histogram histogram{};
  CopyBytes copies;  ///< of this frame, on its way through the pipeline
};

struct Health {
  bool ok = false;
  std::string state = "starting";
  std::string reason = "no frame yet";
  std::chrono::steady_clock::time_point since{};
};

struct NamedDistribution {
  std::string name;
  Distribution distribution;
};

/// Everything that the state routes tell, copied out at one moment.
struct TelemetryReport {
  std::chrono::steady_clock::time_point started_at{};
  std::string source_description;
  std::optional<FrameReport> frame;
  std::chrono::steady_clock::duration frame_interval{};  ///< the shorter of the last two; 0 where not known
  double fps = 0;
  std::uint64_t frames = 0;
  Drops drops;
  Health health;
  std::vector<NamedDistribution> stages;
  Distribution capture_to_publish;
  std::array<std::uint64_t, kViews.size()> encodes{};
  std::uint64_t losses = 0;  ///< how often the source was lost, however often it was tried again
};

/// The appliance's memory of what happened: written by the capture and encoder threads, read by the network.
///
/// Threads:  any; nobody holds the lock while doing anything slow
class Telemetry {
 public:
  using Clock = std::chrono::steady_clock;

  Telemetry();

  void source_opened(std::string description);
  void source_fault(const SourceFault& fault);
  void frame_done(const EdgeResult& result, const FrameLayout& layout, const CopyBytes& copies = {});
  void dropped_in_pipeline();
  void bad_frame(const SourceFault& fault);
  void dropped_before_encoder();
  void encoded(View view, Microseconds encode, Microseconds since_capture);

  TelemetryReport report() const;

 private:
  struct NamedSamples {
    std::string name;
    RecentSamples samples;
  };

  void add_to_stage(std::string_view stage, Microseconds duration);
  void set_health(bool ok, std::string_view state, std::string reason);
  double fps(Clock::time_point now) const;

  mutable std::mutex mutex_;
  TelemetryReport now_;
  std::vector<NamedSamples> stages_;  ///< in the order in which they first ran
  RecentSamples capture_to_publish_;
  std::deque<Clock::time_point> recent_;  ///< when the frames of the last seconds were done
  std::optional<std::uint64_t> last_sequence_;
  std::optional<Clock::time_point> last_captured_at_;
  std::optional<Clock::duration> last_interval_;
  std::optional<SourceFault> bad_since_last_good_;
};

/// Ok only while frames keep coming: a frame older than this is not live any more, unless the source is that slow.
inline constexpr std::chrono::seconds kStaleAfter{3};

}  // namespace sobelcam
