// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/command.h"

// The programs on machines whose NVIDIA driver fails in different ways, as a shell sees them.
namespace sobelcam::test {
namespace {

class Doctor : public testing::Test {
 protected:
  /// Runs a program of the build with a driver that follows the script.
  static CommandResult with_driver(const std::string& script, const std::string& command) {
    return run_command("LD_LIBRARY_PATH='" SOBELCAM_FAKE_CUDA_FOLDER "' SOBELCAM_FAKE_CUDA='" + script +
                       "' '" SOBELCAM_BIN_DIR "/'" + command);
  }

  static void expect_words(const CommandResult& result, const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      EXPECT_NE(result.output.find(word), std::string::npos) << word << " in\n" << result.output;
    }
  }
};

TEST_F(Doctor, NamesTheGpuThatItFinds) {
  const auto result = with_driver("", "sobelcam doctor");
  expect_words(result, {"GPU:", "compute capability", "copy engines", "ok    cpu"});
}

TEST_F(Doctor, NamesTheKernelThatTheGpuDoesNotTake) {
  const auto result = with_driver("", "sobelcam doctor");  // the stand-in has none of ours
  expect_words(result, {"not   cuda-fused: cuModuleGetFunction", "edges_rgb24", "not   cuda-staged", "gray_rgb24"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
}

TEST_F(Doctor, SaysThatThereIsNoDevice) {
  const auto result = with_driver("cuInit=100", "sobelcam doctor");
  expect_words(result, {"cuInit", "100", "not   cuda-fused", "--pipeline auto takes cpu"});
  EXPECT_EQ(result.exit_code, 1) << result.output;
}

TEST_F(Doctor, SaysThatDriverAndSystemDoNotMatch) {
  expect_words(with_driver("cuInit=803", "sobelcam doctor"), {"cuInit", "803"});
}

TEST_F(Doctor, NamesTheGroupsAndTheSandboxWhereRightsAreMissing) {
  for (const char* script : {"cuInit=999", "cuInit=801", "cuInit=304"}) {
    expect_words(with_driver(script, "sobelcam doctor"), {"video", "render"});
  }
}

TEST_F(Doctor, NamesBothVersionsWhereTheDriverIsTooOld) {
  expect_words(with_driver("version=11040", "sobelcam doctor"), {"11.4", "12.0"});
}

#ifdef SOBELCAM_THRUST_ROW
TEST_F(Doctor, NamesTheDriversVersionWhereTheCudaRuntimeIsNewer) {
  expect_words(with_driver("version=12020", "sobelcam doctor"), {"not   thrust: cudaGetDeviceCount: error 35", "12.2"});
}
#endif

TEST_F(Doctor, ListOfPipelinesGivesTheReasonToo) {
  const auto result = with_driver("cuInit=100", "sobelcam pipelines");
  expect_words(result, {"cuda-staged", "not usable", "cuInit"});
  EXPECT_EQ(result.exit_code, 0);
}

TEST_F(Doctor, APipelineAskedForByNameRefusesToStartWithTheReason) {
  const auto result =
      with_driver("cuInit=100", "sobelcamd --pipeline cuda-fused --source pattern:64x48 --listen 127.0.0.1:0");
  expect_words(result, {"pipeline 'cuda-fused' cannot run here", "cuInit"});
  EXPECT_EQ(result.exit_code, 2) << result.output;
}

TEST_F(Doctor, AutoFallsBackToTheCpuAndSaysSoOnce) {
  const auto result =
      with_driver("cuInit=100", "sobelcamd --source pattern:64x48 --listen 127.0.0.1:0 & sleep 1; kill $!; wait $!");
  expect_words(result, {"pipeline cpu; cuda-fused cannot run here: ", "cuInit"});
  const auto first = result.output.find("cannot run here");
  EXPECT_EQ(result.output.find("cannot run here", first + 1), std::string::npos) << result.output;
}

}  // namespace
}  // namespace sobelcam::test
