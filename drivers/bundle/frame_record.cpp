// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/frame_record.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include "drivers/bundle/json_fields.h"

namespace sobelcam {
namespace {

constexpr std::uint64_t kLargestSide = 65535;
constexpr std::uint64_t kLargestOffset = std::uint64_t{1} << 40U;
constexpr std::size_t kMostEntries = 64;
constexpr int kIndexDigits = 6;

bool set_format(const nlohmann::json& geometry, FrameLayout& layout) {
  const auto code = text_at(geometry, "fourcc");
  const auto range = text_at(geometry, "range");
  const auto* const known =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatTraits& format) { return code == format.fourcc; });
  if (known == kFormats.end() || (range != name(ColorRange::kFull) && range != name(ColorRange::kLimited))) {
    return false;
  }
  layout.format = known->format;
  layout.range = range == name(ColorRange::kFull) ? ColorRange::kFull : ColorRange::kLimited;
  return true;
}

std::optional<FrameLayout> read_layout(const nlohmann::json& geometry) {
  FrameLayout layout;
  const auto width = number_at(geometry, "width");
  const auto height = number_at(geometry, "height");
  const auto stride = number_at(geometry, "stride");
  if (!set_format(geometry, layout) || !width || !height || !stride || *width > kLargestSide ||
      *height > kLargestSide) {
    return std::nullopt;
  }
  layout.width = static_cast<std::uint32_t>(*width);
  layout.height = static_cast<std::uint32_t>(*height);
  layout.stride = *stride;
  layout.chroma_offset = number_at(geometry, "chroma_offset").value_or(0);
  layout.chroma_stride = number_at(geometry, "chroma_stride").value_or(0);
  layout.second_chroma_offset = number_at(geometry, "second_chroma_offset").value_or(0);
  return possible(layout) ? std::optional(layout) : std::nullopt;
}

nlohmann::ordered_json geometry_of(const FrameLayout& layout) {
  return {{"fourcc", fourcc(layout.format)},
          {"range", name(layout.range)},
          {"width", layout.width},
          {"height", layout.height},
          {"stride", layout.stride},
          {"chroma_offset", layout.chroma_offset},
          {"chroma_stride", layout.chroma_stride},
          {"second_chroma_offset", layout.second_chroma_offset}};
}

bool read_timings(const nlohmann::json& document, FrameRecord& record) {
  const auto* timings = member_at(document, "timings");
  if (timings == nullptr || !timings->is_array() || timings->size() > kMostEntries) {
    return false;
  }
  for (const auto& timing : *timings) {
    const auto stage = text_at(timing, "stage");
    const auto* microseconds = member_at(timing, "microseconds");
    if (!stage || microseconds == nullptr || !microseconds->is_number()) {
      return false;
    }
    record.timings.push_back({*stage, microseconds->get<double>()});
  }
  return true;
}

bool read_members(const nlohmann::json& document, FrameRecord& record) {
  const auto* members = member_at(document, "members");
  if (members == nullptr || !members->is_array() || members->size() > kMostEntries) {
    return false;
  }
  for (const auto& member : *members) {
    auto member_name = text_at(member, "name");
    const auto bytes = number_at(member, "bytes");
    auto sha256 = text_at(member, "sha256");
    if (!member_name || !bytes || !sha256) {
      return false;
    }
    record.members.push_back({std::move(*member_name), *bytes, std::move(*sha256)});
  }
  return true;
}

std::chrono::steady_clock::time_point monotonic(std::int64_t ns) {
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::nanoseconds(ns)));
}

}  // namespace

std::string frame_folder(std::uint64_t index) {
  std::string digits = std::to_string(index);
  digits.insert(0, kIndexDigits - std::min<std::size_t>(digits.size(), kIndexDigits), '0');
  return "frames/" + digits + "/";
}

bool possible(const FrameLayout& layout) {
  const Chroma chroma = traits(layout.format).chroma;
  const bool planes = chroma != Chroma::kNone && chroma != Chroma::kPacked;
  const bool planar = chroma == Chroma::kPlanar420;
  const std::size_t pairs = (std::size_t{layout.width} + 1) / 2;
  const std::size_t offsets = std::max(layout.chroma_offset, layout.second_chroma_offset);
  if (layout.width == 0 || layout.height == 0 || layout.stride > kLargestOffset ||
      layout.chroma_stride > kLargestOffset || offsets > kLargestOffset ||
      layout.stride < row_bytes(layout.format, layout.width)) {
    return false;
  }
  if (planes != (layout.chroma_offset != 0) || planar != (layout.second_chroma_offset != 0) ||
      (planes && layout.chroma_stride < (planar ? pairs : 2 * pairs))) {
    return false;
  }
  const bool range_fits = layout.range == ColorRange::kFull || !is_rgb(layout.format);
  return range_fits && layout.stride * layout.height <= layout_bytes(layout);
}

std::string frame_record_text(const FrameRecord& record) {
  const auto since_start =
      std::chrono::duration_cast<std::chrono::nanoseconds>(record.stamp.captured_at.time_since_epoch());
  nlohmann::ordered_json document{{"index", record.index},
                                  {"geometry", geometry_of(record.layout)},
                                  {"sequence", record.stamp.sequence},
                                  {"captured_monotonic_ns", since_start.count()},
                                  {"format_changes", record.stamp.format_changes},
                                  {"pipeline", record.pipeline},
                                  {"equalize", record.equalize}};
  document["timings"] = nlohmann::ordered_json::array();
  for (const RecordedTiming& timing : record.timings) {
    document["timings"].push_back({{"stage", timing.stage}, {"microseconds", timing.microseconds}});
  }
  document["members"] = nlohmann::ordered_json::array();
  for (const MemberRecord& member : record.members) {
    document["members"].push_back({{"name", member.name}, {"bytes", member.bytes}, {"sha256", member.sha256}});
  }
  return seal(document);
}

std::variant<FrameRecord, std::string> read_frame_record(const nlohmann::json& document) {
  FrameRecord record;
  const auto index = number_at(document, "index");
  const auto sequence = number_at(document, "sequence");
  const auto captured = signed_at(document, "captured_monotonic_ns");
  const auto changes = number_at(document, "format_changes");
  const auto* geometry = member_at(document, "geometry");
  if (!index || !sequence || !captured || !changes || geometry == nullptr || !read_timings(document, record) ||
      !read_members(document, record)) {
    return "it lacks what a frame's record must say";
  }
  const auto layout = read_layout(*geometry);
  if (!layout) {
    return "its geometry can be no picture's";
  }
  record.index = *index;
  record.layout = *layout;
  record.stamp = {*sequence, monotonic(*captured), static_cast<std::uint32_t>(*changes)};
  record.pipeline = text_at(document, "pipeline").value_or("");
  record.equalize = flag_at(document, "equalize").value_or(false);
  return record;
}

}  // namespace sobelcam
