// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/read_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/support/bytes.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

class ReadFile : public testing::Test {
 protected:
  static ImageFault fault(const std::filesystem::path& path) { return std::get<ImageFault>(read_file(path)); }

  test::TempDir folder_;
};

TEST_F(ReadFile, GivesAllBytes) {
  test::Bytes bytes(100'000);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>(i % 251);
  }
  test::write_bytes(folder_ / "file", bytes);
  EXPECT_EQ(std::get<test::Bytes>(read_file(folder_ / "file")), bytes);
}

TEST_F(ReadFile, FollowsALink) {
  test::write_bytes(folder_ / "file", test::to_bytes("abc"));
  std::filesystem::create_symlink("file", folder_ / "link");
  EXPECT_EQ(std::get<test::Bytes>(read_file(folder_ / "link")), test::to_bytes("abc"));
}

TEST_F(ReadFile, SaysThatAFileIsMissing) {
  EXPECT_EQ(fault(folder_ / "none").kind, ImageFaultKind::kMissing);
  EXPECT_EQ(fault(folder_ / "none" / "deeper").kind, ImageFaultKind::kMissing);
  EXPECT_EQ(fault("").kind, ImageFaultKind::kMissing);
  test::write_bytes(folder_ / "file", test::to_bytes("abc"));
  EXPECT_EQ(fault(folder_ / "file" / "deeper").kind, ImageFaultKind::kMissing);
}

TEST_F(ReadFile, SaysThatAFolderIsNoFile) {
  EXPECT_EQ(fault(folder_.path()).kind, ImageFaultKind::kFolder);
}

TEST_F(ReadFile, SaysThatAFileIsEmpty) {
  test::write_bytes(folder_ / "empty", {});
  EXPECT_EQ(fault(folder_ / "empty").kind, ImageFaultKind::kEmpty);
}

TEST_F(ReadFile, DoesNotWaitForAPipeOrADevice) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(fault(folder_ / "pipe").kind, ImageFaultKind::kUnreadable);
  EXPECT_EQ(fault(folder_ / "pipe").message, "not a regular file");
  EXPECT_EQ(fault("/dev/zero").message, "not a regular file");
}

TEST_F(ReadFile, GivesTheSystemsReason) {
  const auto fault_of_long_name = fault(folder_ / std::string(300, 'x'));
  EXPECT_EQ(fault_of_long_name.kind, ImageFaultKind::kUnreadable);
  EXPECT_EQ(fault_of_long_name.message, "cannot be read: File name too long");
}

TEST_F(ReadFile, RefusesMoreThanAGibibyte) {
  test::write_bytes(folder_ / "large", test::to_bytes("x"));
  std::filesystem::resize_file(folder_ / "large", (std::uintmax_t{1} << 30) + 1);  // sparse
  EXPECT_EQ(fault(folder_ / "large").kind, ImageFaultKind::kTooLarge);
  EXPECT_NE(fault(folder_ / "large").message.find("1073741825 bytes"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
