// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sobelcam::tool {

/// One of several machines' parts of a set: the frames whose place in the set leaves index when divided by count.
struct Shard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  bool operator==(const Shard&) const = default;
};

/// "0/4" to "3/4".
/// Errors:   std::invalid_argument on anything else, with the form in words
Shard parse_shard(std::string_view text);

/// The value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

/// The part of this task in a Slurm array (SLURM_ARRAY_TASK_ID, _COUNT, _MIN, _STEP) or in an Indexed Job of Kubernetes
/// (JOB_COMPLETION_INDEX, JOB_COMPLETION_COUNT); nothing outside both.
///
/// Errors:   std::invalid_argument where the variables are there but do not name a part: a whole array that verified
///           everything, or nothing, would look like a success
std::optional<Shard> shard_of_task(const Environment& environment);

}  // namespace sobelcam::tool
