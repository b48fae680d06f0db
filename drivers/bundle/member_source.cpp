// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/member_source.h"

#include <charconv>

#include "drivers/bundle/frame_record.h"

namespace sobelcam {

std::optional<std::uint64_t> frame_of(std::string_view member) {
  constexpr std::string_view kFolder = "frames/";
  if (!member.starts_with(kFolder)) {
    return std::nullopt;
  }
  member.remove_prefix(kFolder.size());
  const std::size_t slash = member.find('/');
  std::uint64_t index = 0;
  const auto [end, error] = std::from_chars(member.data(), member.data() + member.size(), index);
  const bool one_level = slash != std::string_view::npos && member.find('/', slash + 1) == std::string_view::npos;
  if (!one_level || error != std::errc() || end != member.data() + slash || slash + 1 == member.size()) {
    return std::nullopt;
  }
  return index;
}

bool is_frame_record(std::string_view member) {
  return frame_of(member).has_value() && member.substr(member.rfind('/') + 1) == kFrameRecordName;
}

}  // namespace sobelcam
