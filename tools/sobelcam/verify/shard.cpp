// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/shard.h"

#include <charconv>
#include <stdexcept>

namespace sobelcam::tool {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::uint64_t needed(const Environment& environment, const char* name, std::string_view because) {
  const char* text = environment(name);
  const auto value = number(text != nullptr ? text : "");
  if (!value) {
    throw std::invalid_argument(std::string(because) + " is set, but " + name +
                                " is not a number; set it, or give --shard I/N");
  }
  return *value;
}

std::uint64_t number_or(const Environment& environment, const char* name, std::uint64_t otherwise) {
  const char* text = environment(name);
  return text != nullptr ? number(text).value_or(otherwise) : otherwise;
}

Shard checked(const Shard& shard, std::string_view where) {
  if (shard.index >= shard.count) {
    throw std::invalid_argument(std::string(where) + ": part " + std::to_string(shard.index) + " of " +
                                std::to_string(shard.count) + " does not exist; parts count from 0");
  }
  return shard;
}

}  // namespace

Shard parse_shard(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto index = number(text.substr(0, slash));
  const auto count = number(slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1));
  if (!index || !count) {
    throw std::invalid_argument("shard '" + std::string(text) + "': I/N is accepted, such as 0/4");
  }
  return checked({*index, *count}, "shard '" + std::string(text) + "'");
}

std::optional<Shard> shard_of_task(const Environment& environment) {
  if (environment("SLURM_ARRAY_TASK_ID") != nullptr) {
    constexpr const char* kSlurm = "SLURM_ARRAY_TASK_ID";
    const std::uint64_t id = needed(environment, kSlurm, kSlurm);
    const std::uint64_t count = needed(environment, "SLURM_ARRAY_TASK_COUNT", kSlurm);
    const std::uint64_t first = number_or(environment, "SLURM_ARRAY_TASK_MIN", 0);
    const std::uint64_t step = number_or(environment, "SLURM_ARRAY_TASK_STEP", 1);
    if (id < first || step == 0 || (id - first) % step != 0) {
      throw std::invalid_argument("SLURM_ARRAY_TASK_ID " + std::to_string(id) +
                                  " is not of this array; give --shard I/N");
    }
    return checked({(id - first) / step, count}, "the Slurm array");
  }
  if (environment("JOB_COMPLETION_INDEX") != nullptr) {
    constexpr const char* kJob = "JOB_COMPLETION_INDEX";
    const std::uint64_t index = needed(environment, kJob, kJob);
    return checked({index, needed(environment, "JOB_COMPLETION_COUNT", kJob)}, "the Indexed Job");
  }
  return std::nullopt;
}

}  // namespace sobelcam::tool
