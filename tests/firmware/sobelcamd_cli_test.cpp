// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

// The built program, as a shell sees it.
namespace sobelcam::test {
namespace {

class SobelcamdCli : public testing::Test {
 protected:
  static CommandResult run(const std::string& arguments) {
    return run_command("timeout 10 '" SOBELCAM_BIN_DIR "/sobelcamd' " + arguments);
  }
  static bool contains(const std::string& text, const std::string& word) {
    return text.find(word) != std::string::npos;
  }
  static void expect_refused(const std::string& arguments, const std::string& word) {
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments << ": " << result.output;
    EXPECT_TRUE(contains(result.output, word)) << arguments << ": " << result.output;
  }

  TempDir folder_;
};

TEST_F(SobelcamdCli, TellsItsVersion) {
  EXPECT_EQ(run("--version").exit_code, 0);
  EXPECT_TRUE(run("--version").output.starts_with("sobelcamd 0."));
}

TEST_F(SobelcamdCli, HelpNamesEveryOptionAndItsDefault) {
  const auto result = run("--help");
  EXPECT_EQ(result.exit_code, 0);
  for (const char* option : {"--source",        "--pipeline",
                             "--size",          "--fps",
                             "--format",        "--io",
                             "--threads",       "--cuda-jit",
                             "--control",       "--first-frame-timeout",
                             "--frame-timeout", "v4l2:PATH",
                             "--listen",        "--jpeg-quality",
                             "--equalize",      "--log-level",
                             "--version",       "--config",
                             "127.0.0.1:8080",  "replay:PATH[@FPS]"}) {
    EXPECT_TRUE(contains(result.output, option)) << option << "\n" << result.output;
  }
}

TEST_F(SobelcamdCli, RefusesWrongValuesWithTheRightOnes) {
  expect_refused("--source webcam", "pattern:WxH");
  expect_refused("--source pattern:0x5", "65535");
  expect_refused("--pipeline nope", "known: auto, ");
  expect_refused("--log-level loud", "debug");
  expect_refused("--io magic", "mmap-registered");
  expect_refused("--format JPEG2000", "MJPG");
  expect_refused("--jpeg-quality 101", "100");
  expect_refused("--listen 8080", "ADDR:PORT");
  expect_refused("--listen 127.0.0.1:99999", "65535");
  expect_refused("--listen localhost:8080", "not an IP address");
  expect_refused("--size big", "big");
  expect_refused("--fps 0", "fps");
  expect_refused("--fps nan", "fps");
  expect_refused("--control brightness", "NAME=VALUE");
  expect_refused("--frame-timeout 0", "seconds");
  expect_refused("--first-frame-timeout soon", "seconds");
  expect_refused("--source v4l2:", "/dev/video0");
  expect_refused("--nonsense", "nonsense");
}

TEST_F(SobelcamdCli, HasNoRowThatNeedsTheCudaRuntime) {
  expect_refused("--pipeline thrust", "no such pipeline 'thrust'");
}

TEST_F(SobelcamdCli, ReadsAConfigurationFileAndFlagsWinOverIt) {
  const auto file = folder_.path() / "sobelcam.conf";
  std::ofstream(file) << "# the garden camera\nsource = \"pattern:0x0\"\nlog-level = debug\n";
  expect_refused("--config '" + file.string() + "'", "pattern width '0'");
  const auto overruled = run_command("timeout -s TERM 1 '" SOBELCAM_BIN_DIR "/sobelcamd' --config '" + file.string() +
                                     "' --source pattern:16x16@10 --listen 127.0.0.1:0; echo ended with $?");
  EXPECT_TRUE(contains(overruled.output, "sobelcamd: http://127.0.0.1:")) << overruled.output;
}

TEST_F(SobelcamdCli, SaysWhichFlagsOfCamerasChangeNothingForAnotherSource) {
  const auto file = folder_.path() / "sobelcam.conf";
  std::ofstream(file) << "source = \"pattern:16x16@10\"\nsize = 640x480\ncontrol = [\"brightness=1\", \"gain=2\"]\n";
  const auto result =
      run_command("timeout -s TERM 1 '" SOBELCAM_BIN_DIR "/sobelcamd' --listen 127.0.0.1:0 --fps 5 --config '" +
                  file.string() + "'");
  EXPECT_TRUE(contains(result.output, "are for cameras and change nothing for pattern:16x16@10")) << result.output;
  for (const char* flag : {"--size", "--fps", "--control"}) {
    EXPECT_TRUE(contains(result.output, flag)) << result.output;
  }
}

TEST_F(SobelcamdCli, ACameraThatIsNotThereIsOneLineAndNoReasonToEnd) {
  const auto result = run_command("timeout -s TERM 3 '" SOBELCAM_BIN_DIR
                                  "/sobelcamd' --listen 127.0.0.1:0 --source v4l2:/dev/no-such-camera");
  const std::string line = "no camera at /dev/no-such-camera: plug it in";
  const auto first = result.output.find(line);
  EXPECT_NE(first, std::string::npos) << result.output;
  EXPECT_EQ(result.output.find(line, first + 1), std::string::npos) << "said again at each try: " << result.output;
  EXPECT_TRUE(contains(result.output, "ended")) << result.output;
}

TEST_F(SobelcamdCli, RefusesAnUnknownNameInTheConfigurationFile) {
  const auto file = folder_.path() / "sobelcam.conf";
  std::ofstream(file) << "sauce = \"pattern:16x16\"\n";
  expect_refused("--config '" + file.string() + "'", "sauce");
  expect_refused("--config /nowhere/at/all.conf", "/nowhere/at/all.conf");
}

TEST_F(SobelcamdCli, EndsCleanlyOnSignals) {
  for (const char* signal : {"TERM", "INT", "HUP"}) {
    const auto result = run_command(
        "'" SOBELCAM_BIN_DIR "/sobelcamd' --source pattern:64x48@10 --listen 127.0.0.1:0 & pid=$!; sleep 0.5; kill -" +
        std::string(signal) +
        " $pid; begin=$(date +%s%N); wait $pid; code=$?; "
        "echo \"code $code after $(( ($(date +%s%N) - begin) / 1000000 )) ms\"");
    const auto at = result.output.find("code 0 after ");
    ASSERT_NE(at, std::string::npos) << result.output;
    EXPECT_LT(std::stoi(result.output.substr(at + 13)), 1000) << result.output;
  }
}

}  // namespace
}  // namespace sobelcam::test
