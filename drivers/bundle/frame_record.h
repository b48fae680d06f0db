// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "drivers/bundle/recorded_frame.h"
#include "drivers/bundle/sealed_json.h"

namespace sobelcam {

inline constexpr std::string_view kManifestName = "manifest.json";
inline constexpr std::string_view kEndName = "end.json";
inline constexpr std::string_view kFrameRecordName = "frame.json";

/// "frames/000012/"
std::string frame_folder(std::uint64_t index);

/// One member of a frame, as the frame's record vouches for it.
struct MemberRecord {
  std::string name;  ///< in the frame's folder: "edges.npy"
  std::uint64_t bytes = 0;
  std::string sha256;

  bool operator==(const MemberRecord&) const = default;
};

/// What a frame.json says.
struct FrameRecord {
  std::uint64_t index = 0;
  FrameLayout layout;
  FrameStamp stamp;
  std::string pipeline;
  bool equalize = false;
  std::vector<RecordedTiming> timings;
  std::vector<MemberRecord> members;
};

std::string frame_record_text(const FrameRecord& record);

/// Words where a document is no frame.json, or its geometry can be no picture's: see possible().
std::variant<FrameRecord, std::string> read_frame_record(const nlohmann::json& document);

/// Whether every row of a layout lies inside its layout_bytes(), which do not overflow.
bool possible(const FrameLayout& layout);

}  // namespace sobelcam
