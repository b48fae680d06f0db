// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/shard.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace sobelcam::tool {
namespace {

std::optional<Shard> of(const std::map<std::string, std::string>& variables) {
  return shard_of_task([&variables](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string refusal(const std::map<std::string, std::string>& variables) {
  try {
    of(variables);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Shard, IsWrittenAsPartOfCount) {
  EXPECT_EQ(parse_shard("0/1"), (Shard{0, 1}));
  EXPECT_EQ(parse_shard("3/4"), (Shard{3, 4}));
}

TEST(Shard, RefusesWhatIsNoPart) {
  for (const char* text : {"", "1", "/", "1/", "/2", "4/4", "0/0", "-1/4", "1/4x", "1/4/2", " 1/4"}) {
    EXPECT_THROW(parse_shard(text), std::invalid_argument) << text;
  }
}

TEST(ShardOfTask, IsNothingOnADesk) {
  EXPECT_FALSE(of({}).has_value());
}

TEST(ShardOfTask, IsTheTaskOfASlurmArray) {
  EXPECT_EQ(of({{"SLURM_ARRAY_TASK_ID", "2"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}), (Shard{2, 4}));
}

TEST(ShardOfTask, CountsFromTheArraysFirstTaskInItsSteps) {
  EXPECT_EQ(of({{"SLURM_ARRAY_TASK_ID", "7"},
                {"SLURM_ARRAY_TASK_COUNT", "4"},
                {"SLURM_ARRAY_TASK_MIN", "1"},
                {"SLURM_ARRAY_TASK_STEP", "2"}}),
            (Shard{3, 4}));
}

TEST(ShardOfTask, IsTheIndexOfAnIndexedJob) {
  EXPECT_EQ(of({{"JOB_COMPLETION_INDEX", "0"}, {"JOB_COMPLETION_COUNT", "3"}}), (Shard{0, 3}));
}

TEST(ShardOfTask, RefusesHalfOfAnAnswer) {
  EXPECT_NE(refusal({{"JOB_COMPLETION_INDEX", "0"}}).find("JOB_COMPLETION_COUNT is not a number"), std::string::npos);
  EXPECT_NE(refusal({{"SLURM_ARRAY_TASK_ID", "1"}}).find("SLURM_ARRAY_TASK_COUNT"), std::string::npos);
  EXPECT_NE(refusal({{"SLURM_ARRAY_TASK_ID", "x"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}).find("--shard"),
            std::string::npos);
}

TEST(ShardOfTask, RefusesATaskOutsideItsArray) {
  EXPECT_NE(refusal({{"SLURM_ARRAY_TASK_ID", "4"}, {"SLURM_ARRAY_TASK_COUNT", "4"}}), "accepted");
  EXPECT_NE(refusal({{"SLURM_ARRAY_TASK_ID", "0"}, {"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_MIN", "1"}}),
            "accepted");
}

}  // namespace
}  // namespace sobelcam::tool
