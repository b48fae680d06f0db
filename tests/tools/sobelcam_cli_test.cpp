// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

// The built program, as a shell sees it.
namespace sobelcam::test {
namespace {

class SobelcamCli : public testing::Test {
 protected:
  static CommandResult run(const std::string& arguments) {
    return run_command("'" SOBELCAM_BIN_DIR "/sobelcam' " + arguments);
  }
  static bool contains(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
  }

  TempDir folder_;
};

TEST_F(SobelcamCli, TellsItsVersion) {
  const auto result = run("--version");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with("sobelcam 0.")) << result.output;
}

TEST_F(SobelcamCli, HelpNamesTheCommandsAndTheExitCodes) {
  const auto result = run("--help");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.output, "process")) << result.output;
  EXPECT_TRUE(contains(result.output, "pipelines")) << result.output;
  EXPECT_TRUE(contains(result.output, "Exit codes")) << result.output;
}

TEST_F(SobelcamCli, RefusesBadUsageWithExitCode2) {
  EXPECT_EQ(run("").exit_code, 2);
  EXPECT_EQ(run("frobnicate").exit_code, 2);
  EXPECT_EQ(run("process").exit_code, 2);
  EXPECT_EQ(run("process photo.png").exit_code, 2);
  EXPECT_EQ(run("process photo.png --out x --nope").exit_code, 2);
}

TEST_F(SobelcamCli, ListsThePipelines) {
  const auto result = run("pipelines");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(contains(result.output, "reference")) << result.output;
  EXPECT_TRUE(contains(result.output, "usable")) << result.output;
}

TEST_F(SobelcamCli, SaysWhenItsOutputCannotBeWritten) {
  const auto result = run("pipelines > /dev/full");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "sobelcam: the output cannot be written\n");
}

TEST_F(SobelcamCli, ProcessesAPhoto) {
  const auto result = run("process '" SOBELCAM_TEST_DATA "/photos/rocket.jpg' --out '" + folder_.path().string() +
                          "/out' --pipeline all --compare");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (const char* view : {"gray", "blur", "equalized", "edge"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / ("out_" + std::string(view) + ".png"))) << view;
  }
}

TEST_F(SobelcamCli, AMissingInputIsOneLineAndExitCode2) {
  const auto result = run("process /nowhere/at/all.png --out '" + folder_.path().string() + "/out'");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.output, "sobelcam: /nowhere/at/all.png: no such file\n");
}

TEST_F(SobelcamCli, SurvivesAFolderOfBrokenJpegs) {
  const auto result = run("process '" SOBELCAM_TEST_DATA "'/jpeg-broken/* --out '" + folder_.path().string() + "/'");
  EXPECT_EQ(result.exit_code, 2) << result.output;
  EXPECT_TRUE(contains(result.output, "empty.jpg: empty: it holds no bytes")) << result.output;
}

TEST_F(SobelcamCli, VerifiesPhotosInPartsAndMergesThem) {
  const std::string report = (folder_ / "part").string();
  for (const char* part : {"0", "1"}) {
    const auto result = run("verify '" SOBELCAM_TEST_DATA "/photos' -j 2 --shard " + std::string(part) +
                            "/2 --report '" + report + part + ".json'");
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_FALSE(contains(result.output, "\r")) << "a bar is for terminals";
  }
  const auto merged = run("merge '" + report + "0.json' '" + report + "1.json'");
  EXPECT_EQ(merged.exit_code, 0) << merged.output;
  EXPECT_TRUE(merged.output.ends_with("2 of 2 parts, 3 frames, 0 different, 0 faults\nEQUAL\n")) << merged.output;
}

TEST_F(SobelcamCli, TakesItsPartFromTheClustersVariables) {
  const std::string command = "'" SOBELCAM_BIN_DIR "/sobelcam' verify '" SOBELCAM_TEST_DATA "/photos'";
  const auto array = run_command("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 " + command);
  EXPECT_TRUE(contains(array.output, "1 frame (part 2/3)")) << array.output;
  EXPECT_EQ(run_command("JOB_COMPLETION_INDEX=1 " + command).exit_code, 2);
}

TEST_F(SobelcamCli, VerifyAndCompareRefuseBadUsageWithExitCode2) {
  for (const char* bad : {"verify", "verify /nowhere", "verify x --shard 4/4", "verify x --pipeline nope",
                          "verify x --format YUYV", "verify x --report /nowhere/at/all.json", "merge", "merge /nowhere",
                          "compare a", "compare a b", "compare a b --contract loose"}) {
    EXPECT_EQ(run(bad).exit_code, 2) << bad;
  }
}

TEST_F(SobelcamCli, BenchHttpRefusesABadUrlAndADeadServer) {
  EXPECT_EQ(run("bench http ftp://x").exit_code, 2);
  const auto result = run("bench http http://127.0.0.1:1/ --seconds 0.2");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_TRUE(contains(result.output, "1 of 1 fast clients ended early")) << result.output;
}

TEST_F(SobelcamCli, BenchPipelinesTimesTinyFramesAtOnce) {
  const auto result = run("bench pipelines --size 64x48,32x32 --size 31x7 --seconds 0.02 --pipeline reference");
  EXPECT_EQ(result.exit_code, 0) << result.output;
  for (const char* line : {"\n64x48      reference ", "\n32x32      reference ", "\n31x7       reference "}) {
    EXPECT_TRUE(contains(result.output, line)) << result.output;
  }
}

TEST_F(SobelcamCli, BenchPipelinesWritesItsDocumentToOutputOrIntoAFile) {
  const std::string file = (folder_ / "bench.json").string();
  EXPECT_TRUE(run("bench pipelines --size 64x48 --seconds 0.02 --threads 1 --json").output.starts_with("{\n"));
  const auto result = run("bench pipelines --size 64x48 --seconds 0.02 --threads 1 --json '" + file + "'");
  EXPECT_TRUE(result.output.starts_with("program: sobelcam ")) << result.output;
  EXPECT_GT(std::filesystem::file_size(file), 500U);
}

TEST_F(SobelcamCli, BenchPipelinesRefusesBadUsageWithExitCode2) {
  EXPECT_EQ(run("bench").exit_code, 2);
  for (const char* bad : {"--pipeline nope", "--size 0x0", "--size 70000x2", "--size 60000x60000", "--format MJPG",
                          "--scene sea", "--threads 0", "--runs 0", "--seconds 0", "--seconds 1 --runs 3", "extra"}) {
    EXPECT_EQ(run("bench pipelines " + std::string(bad)).exit_code, 2) << bad;
  }
  EXPECT_EQ(run("bench pipelines --size 64").output, "sobelcam: size '64': WxH is accepted, such as 1280x720\n");
}

}  // namespace
}  // namespace sobelcam::test
