// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/frame/frame.h"
#include "drivers/frame/frame_view.h"
#include "drivers/frame/image_view.h"

namespace sobelcam {

/// How long one stage took on the device that recorded.
struct RecordedTiming {
  std::string stage;
  double microseconds = 0;

  bool operator==(const RecordedTiming&) const = default;
};

/// What a member of a frame was found to be.
enum class MemberState : std::uint8_t {
  kIntact,
  kMismatch,   ///< its bytes are not those that were recorded; they are given all the same, where they can be read
  kMissing,    ///< the frame's record names it, the bundle lacks it
  kUnlisted,   ///< the bundle has it, the frame's record does not name it
  kMalformed,  ///< recorded as it is, but not what its name promises
};

std::string_view name(MemberState state);

struct MemberCheck {
  std::string name;          ///< "frames/000012/edges.npy"
  std::uint64_t offset = 0;  ///< of its first byte: in the tar, or 0 in a folder
  std::uint64_t bytes = 0;
  MemberState state = MemberState::kIntact;
  std::string words;  ///< for a person; empty where the member is intact
};

/// One frame of a capture bundle: what the camera delivered and what the device made of it.
///
/// Shapes:   edges and planes have the size of the layout, or are empty views where they were not recorded
/// Lifetime: borrows all bytes: from the caller of BundleWriter::add(), or from the reader until its next call
struct RecordedFrame {
  std::uint64_t index = 0;  ///< in the bundle, from 0; the writer counts it itself
  FrameStamp stamp;         ///< captured_at is of the recording machine's monotonic clock
  std::string pipeline;     ///< the row that computed this frame; empty where nothing was computed
  bool equalize = false;    ///< Sobel read the equalized blur

  FrameView view;                   ///< camera.raw, or luma.raw where the camera sent JPEG
  std::span<const std::byte> jpeg;  ///< camera.jpg; empty where the camera sent raw pixels

  ImageView<const std::uint8_t> edges;
  std::optional<std::array<std::uint32_t, 256>> histogram;
  ImageView<const float> gray;
  ImageView<const float> blur;
  ImageView<const std::uint8_t> equalized;
  ImageView<const float> magnitude;
  std::vector<RecordedTiming> timings;

  std::vector<MemberCheck> members;  ///< every one of this frame, the record frame.json last; filled by the reader
};

/// Whether every member is as it was recorded.
bool intact(const RecordedFrame& frame);

}  // namespace sobelcam
