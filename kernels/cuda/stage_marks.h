// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "drivers/gpu/event.h"
#include "kernels/edge_result.h"

namespace sobelcam::cuda {

/// Whether work is queued to run at once, or recorded for a graph.
enum class Queueing : std::uint8_t { kNow, kIntoGraph };

/// The marks between the stages of one frame's work, in one stream: how long each stage takes, and when the frame has
/// been read. A graph's launch passes the marks that were recorded into it.
///
/// Threads:  one at a time, with the device current
/// Errors:   gpu::Error; std::logic_error for more than eight stages
class StageMarks {
 public:
  explicit StageMarks(const gpu::Device& device);

  /// Forgets the stages of the frame before.
  void restart();
  /// What is queued from now on belongs to this stage, a literal; naming the stage again goes on with it.
  void enter(std::string_view stage, const gpu::Stream& stream, Queueing queueing);
  /// The host's frame is read in the stage that was entered last.
  void frame_is_read_here() { read_ = stages_; }
  /// Ends the last stage.
  void end(const gpu::Stream& stream, Queueing queueing);

  void wait_until_frame_was_read() const { events_[read_].synchronize(); }
  /// Waits for the end.
  void report(StageTimings& timings) const;

 private:
  static constexpr std::size_t kMaxStages = 8;

  void mark(std::size_t index, const gpu::Stream& stream, Queueing queueing);

  std::array<std::string_view, kMaxStages> names_;
  std::size_t stages_ = 0;
  std::size_t read_ = 0;            ///< the event behind which the frame has been read
  std::vector<gpu::Event> events_;  ///< one before each stage, and one behind the last
};

}  // namespace sobelcam::cuda
