// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/bundle/recorded_frame.h"

#include <algorithm>

namespace sobelcam {

std::string_view name(MemberState state) {
  constexpr std::array<std::string_view, 5> kNames{"intact", "mismatch", "missing", "unlisted", "malformed"};
  return kNames.at(static_cast<std::size_t>(state));
}

bool intact(const RecordedFrame& frame) {
  return std::all_of(frame.members.begin(), frame.members.end(),
                     [](const MemberCheck& member) { return member.state == MemberState::kIntact; });
}

}  // namespace sobelcam
