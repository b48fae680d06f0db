// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

// 'bench kernels' and 'bench overlap' as a shell sees them, where there is no GPU or only a driver that runs nothing.
namespace sobelcam::test {
namespace {

class GpuBenchesCli : public testing::Test {
 protected:
  /// With the fake driver, as the script has it.
  static CommandResult run(const std::string& script, const std::string& arguments) {
    return run_command("LD_LIBRARY_PATH='" SOBELCAM_FAKE_CUDA_FOLDER "' SOBELCAM_FAKE_CUDA=" + script +
                       " '" SOBELCAM_BIN_DIR "/sobelcam' bench " + arguments);
  }
  static CommandResult run_without_gpu(const std::string& arguments) { return run("cuInit=100", arguments); }
  static CommandResult run_without_kernels(const std::string& arguments) { return run("capability=80", arguments); }

  static bool contains(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
  }

  TempDir folder_;
};

TEST_F(GpuBenchesCli, SaysWhyThereIsNoGpuAndExitsWith2) {
  for (const char* command : {"kernels", "overlap"}) {
    const auto result = run_without_gpu(command);
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_TRUE(result.output.starts_with("sobelcam: 'bench " + std::string(command) + "' ")) << result.output;
#ifdef SOBELCAM_CUDA_ROWS
    EXPECT_TRUE(contains(result.output, "needs an NVIDIA GPU: cuInit")) << result.output;
    EXPECT_TRUE(contains(result.output, "CUDA_ERROR_NO_DEVICE")) << result.output;
#else
    EXPECT_TRUE(contains(result.output, "No CUDA rows")) << result.output;
#endif
  }
}

TEST_F(GpuBenchesCli, RefuseBadUsageWithExitCode2) {
  for (const char* bad :
       {"kernels --size 3x", "kernels --runs 9", "kernels --runs x", "kernels extra", "overlap --frames 3",
        "overlap --frames 0", "overlap --rounds 0", "overlap --size 0x1", "overlap --csv", "overlap extra"}) {
    const auto result = run_without_gpu(bad);
    EXPECT_EQ(result.exit_code, 2) << bad;
    EXPECT_FALSE(contains(result.output, "GPU")) << "usage comes first: " << result.output;
  }
}

TEST_F(GpuBenchesCli, SayThatAFileCannotBeWrittenBeforeTheyMeasure) {
  for (const char* option : {"kernels --json", "overlap --json", "overlap --csv"}) {
    const auto result = run_without_gpu(std::string(option) + " /nowhere/at/all");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.output, "sobelcam: cannot write /nowhere/at/all: No such file or directory\n");
  }
}

#ifdef SOBELCAM_CUDA_ROWS
TEST_F(GpuBenchesCli, KernelsThatDifferAreNamedWithTheFirstDifferenceAndNotTimed) {
  const auto result = run_without_kernels("kernels --size 35x17 --runs 10");
  EXPECT_EQ(result.exit_code, 1) << result.output;
  for (const char* name : {"baseline", "gray: words", "blur: 25 taps", "histogram: warp", "all together"}) {
    EXPECT_TRUE(contains(result.output, "NOT TIMED: " + std::string(name) +
                                            " differs from the reference at 35x17: gray differs at x=0 y=0"))
        << name << "\n"
        << result.output;
  }
}

TEST_F(GpuBenchesCli, BatchesThatDifferAreNamedWithTheFirstDifferenceAndNotTimed) {
  const std::string csv = (folder_ / "timeline.csv").string();
  const auto result = run_without_kernels("overlap --size 35x17 --frames 2 --csv '" + csv + "'");
  EXPECT_EQ(result.exit_code, 1) << result.output;
  for (const char* plan : {"in order", "3 slots", "2 slots, graph"}) {
    EXPECT_TRUE(contains(result.output,
                         "NOT TIMED: mean3x3, " + std::string(plan) + ": warming up, frame 0: mean differs at x=0 y=0"))
        << plan << "\n"
        << result.output;
  }
  EXPECT_GT(std::filesystem::file_size(csv), 0U) << "its line of names";
}

TEST_F(GpuBenchesCli, TheDocumentGoesToOutputWithoutTheTable) {
  EXPECT_TRUE(run_without_kernels("kernels --size 35x17 --json").output.starts_with("{\n"));
  EXPECT_TRUE(run_without_kernels("overlap --size 35x17 --frames 1 --json").output.starts_with("{\n"));
}
#endif

}  // namespace
}  // namespace sobelcam::test
