// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/v4l2/node_holder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/temp_dir.h"

namespace sobelcam::v4l2 {
namespace {

class NodeHolderTest : public testing::Test {
 protected:
  void add_process(const std::string& pid, const std::string& name, const std::string& open_file) {
    std::filesystem::create_directories(proc_ / pid / "fd");
    std::ofstream(proc_ / pid / "comm") << name << "\n";
    std::filesystem::create_symlink(open_file, proc_ / pid / "fd" / "5");
  }

  test::TempDir dir_;
  std::filesystem::path proc_ = dir_.path();
};

TEST_F(NodeHolderTest, NamesTheProcessThatHasTheNodeOpen) {
  add_process("12", "bash", "/dev/pts/0");
  add_process("4711", "cheese", "/dev/video0");
  EXPECT_EQ(node_holder(proc_, "/dev/video0"), "cheese (pid 4711)");
}

TEST_F(NodeHolderTest, SaysNothingWhereNobodyIsSeen) {
  add_process("12", "bash", "/dev/video1");
  add_process("self", "me", "/dev/video0");
  EXPECT_EQ(node_holder(proc_, "/dev/video0"), "");
  EXPECT_EQ(node_holder(proc_ / "missing", "/dev/video0"), "");
}

}  // namespace
}  // namespace sobelcam::v4l2
