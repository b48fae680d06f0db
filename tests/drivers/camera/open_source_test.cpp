// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/open_source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <stdexcept>

#include "tests/support/jpeg_files.h"
#include "tests/support/sources.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

class OpenSourceTest : public testing::Test {
 protected:
  test::TempDir dir_;
  SourceOptions options_ = test::every_picture_unpaced();
};

TEST_F(OpenSourceTest, OpensWhatTheSpecNames) {
  test::write_text(dir_ / "a.pgm", test::pgm(4, 4, 1));
  EXPECT_EQ(test::open_or_throw(parse_source_spec("pattern:8x4@5"), {})->description(), "test pattern 8x4 at 5 fps");
  EXPECT_EQ(test::open_or_throw(parse_source_spec("replay:" + dir_.path().string()), {})->description(),
            "replay of " + dir_.path().string() + " (1 picture) at 30 fps");
}

TEST_F(OpenSourceTest, RefusesTheNewestPictureWithoutAPace) {
  options_.delivery = Delivery::kNewest;
  EXPECT_THROW(open_source(PatternSpec{8, 8, 30}, options_), std::invalid_argument);
  EXPECT_THROW(open_source(ReplaySpec{dir_ / "missing", 30}, options_), std::invalid_argument);
}

TEST_F(OpenSourceTest, RefusesToWorkWithoutABuffer) {
  options_.buffers = 0;
  EXPECT_THROW(open_source(PatternSpec{8, 8, 30}, options_), std::invalid_argument);
}

TEST_F(OpenSourceTest, AMissingPathIsNoDevice) {
  const SourceFault fault = test::open_fault(dir_ / "missing");
  EXPECT_EQ(fault.kind, SourceFaultKind::kNoDevice);
  EXPECT_EQ(fault.message, "nothing to replay at " + (dir_ / "missing").string());
}

TEST_F(OpenSourceTest, AFileOfAnotherKindIsUnsupportedAndSaysWhatIsRead) {
  test::write_text(dir_ / "clip.mp4", "not one of ours");
  const SourceFault fault = test::open_fault(dir_ / "clip.mp4");
  EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
  EXPECT_NE(fault.message.find("clip.mp4"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.find("replay reads folders, pictures, .y4m and .mjpeg files"), std::string::npos)
      << fault.message;
}

TEST_F(OpenSourceTest, APhotoWithAnAppendedSecondPictureIsOnePicture) {
  const test::Bytes photo = test::make_jpeg({.width = 32, .height = 16});
  const test::Bytes preview = test::make_jpeg({.width = 8, .height = 8});
  std::string both;
  for (const test::Bytes& part : {photo, preview}) {
    both.append(reinterpret_cast<const char*>(part.data()), part.size());
  }
  for (const char* name : {"phone.jpg", "phone.JPEG"}) {
    test::write_text(dir_ / name, both);
    const auto source = test::open_or_throw(ReplaySpec{dir_ / name, 30}, options_);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(test::next_frame(*source).layout().width, 32U) << name;
    }
  }
}

TEST_F(OpenSourceTest, AnEmptyFileIsUnsupported) {
  test::write_text(dir_ / "clip.y4m", "");
  EXPECT_EQ(test::open_fault(dir_ / "clip.y4m").kind, SourceFaultKind::kUnsupported);
}

TEST_F(OpenSourceTest, APipeIsUnsupportedAndNotWaitedFor) {
  ASSERT_EQ(mkfifo((dir_ / "pipe").c_str(), 0600), 0);
  const SourceFault fault = test::open_fault(dir_ / "pipe");
  EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
  EXPECT_NE(fault.message.find("no regular file"), std::string::npos) << fault.message;
}

TEST_F(OpenSourceTest, APathThatCannotBeFollowedIsNoDeviceWithTheSystemsWords) {
  std::filesystem::create_symlink("loop", dir_ / "loop");
  const SourceFault fault = test::open_fault(dir_ / "loop");
  EXPECT_EQ(fault.kind, SourceFaultKind::kNoDevice);
  EXPECT_NE(fault.message.find("loop: Too many levels"), std::string::npos) << fault.message;
}

TEST_F(OpenSourceTest, APathThroughAFileIsNoDevice) {
  test::write_text(dir_ / "file", "x");
  EXPECT_EQ(test::open_fault(dir_ / "file" / "below").kind, SourceFaultKind::kNoDevice);
}

}  // namespace
}  // namespace sobelcam
