// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "tools/sobelcam/verify/frame_check.h"
#include "tools/sobelcam/verify/frame_cursor.h"
#include "tools/sobelcam/verify/shard.h"

namespace sobelcam::tool {

struct RunOptions {
  CheckOptions checks;
  Shard shard;
  unsigned jobs = 1;
  bool first_picture = false;  ///< of the part's first frame
  bool pictures_of_differences = false;
  /// What frames in work may take together, results included; one frame is always in work, whatever it takes.
  std::uint64_t memory_bytes = std::uint64_t{320} << 20U;
};

struct RunEnd {
  std::uint64_t places = 0;  ///< of the whole set
  std::vector<FrameCursor::Note> notes;
};

using Outcome = std::variant<FrameVerdict, InputFault>;

/// Verifies this part of a set on several threads. What is found is given in the order of the set, whichever thread was
/// first, on one thread at a time.
///
/// Errors:   what take() throws, and std::bad_alloc beyond single frames; the threads are joined before
RunEnd verify_frames(const std::vector<SetInput>& inputs, const std::optional<RawFormat>& raw,
                     const RunOptions& options, const std::function<void(Outcome)>& take);

}  // namespace sobelcam::tool
