// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/bundle/manifest.h"
#include "drivers/bundle/recorded_frame.h"
#include "kernels/edge_result.h"

namespace sobelcam {

/// A result and its frame as a capture bundle holds them.
///
/// Lifetime: borrows the result's bytes
/// Errors:   std::invalid_argument where the result did not keep its frame
RecordedFrame recorded_frame(const EdgeResult& result, std::string_view pipeline);

/// A recorded frame with bytes of its own, which outlives the lease that it was copied from.
class OwnedRecording {
 public:
  /// Memory of an earlier frame is used again where it suffices.
  explicit OwnedRecording(const RecordedFrame& frame, std::vector<std::byte> memory = {});

  const RecordedFrame& frame() const { return frame_; }
  std::size_t bytes() const { return memory_.size(); }
  /// Ends the recording and gives its memory for another.
  std::vector<std::byte> take_memory() && { return std::move(memory_); }

 private:
  std::vector<std::byte> memory_;
  RecordedFrame frame_;
};

/// "gray", "blur", "equalized" and "magnitude".
std::optional<Plane> parse_plane(std::string_view name);
inline constexpr std::string_view kPlaneNames = "gray, blur, equalized, magnitude";

/// What is known of a recording before its first frame: the specification's version, this machine, its clock, and what
/// the pipeline runs on.
Manifest begin_manifest(std::string_view pipeline);

}  // namespace sobelcam
