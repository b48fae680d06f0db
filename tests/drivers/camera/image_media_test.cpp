// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/image_media.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "tests/support/sources.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

namespace fs = std::filesystem;
using test::jpeg;
using test::pgm;

class ImageMediaTest : public testing::Test {
 protected:
  void put(const fs::path& name, const std::string& bytes) { test::write_text(dir_ / name, bytes); }
  void open(const fs::path& path) { source_ = test::open_or_throw(ReplaySpec{path, 30}, options_); }
  void open_once(const fs::path& path) {
    options_.loop = false;
    open(path);
  }

  test::TempDir dir_;
  SourceOptions options_ = test::every_picture_unpaced();
  std::unique_ptr<FrameSource> source_;
};

TEST_F(ImageMediaTest, AFolderIsReadInNaturalOrder) {
  put("img10.pgm", pgm(4, 4, 100));
  put("img2.pgm", pgm(4, 4, 20));
  put("img1.pgm", pgm(4, 4, 10));
  open_once(dir_.path());
  EXPECT_EQ(test::next_level(*source_), 10);
  EXPECT_EQ(test::next_level(*source_), 20);
  EXPECT_EQ(test::next_level(*source_), 100);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(ImageMediaTest, ExtensionsCountInAnyCaseAndTheContentDecides) {
  put("1.PGM", pgm(4, 4, 1));
  put("2.Pnm", pgm(4, 4, 2));
  put("3.ppm", pgm(4, 4, 3));
  put("4.JPG", pgm(4, 4, 4));
  put("5.jpeg", pgm(4, 4, 5));
  put("6.png", pgm(4, 4, 6));
  put("7.bmp", pgm(4, 4, 7));
  open_once(dir_.path());
  for (int level = 1; level <= 7; ++level) {
    EXPECT_EQ(test::next_level(*source_), level);
  }
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(ImageMediaTest, OtherFilesHiddenFilesAndFoldersArePassedOver) {
  put("1.pgm", pgm(4, 4, 1));
  put(".0.pgm", pgm(4, 4, 99));
  put("notes.txt", "no picture");
  put("pgm", pgm(4, 4, 99));
  fs::create_directory(dir_ / "0.pgm");
  fs::create_directory(dir_ / "sub");
  put("sub/2.pgm", pgm(4, 4, 99));
  fs::create_symlink(dir_ / "nowhere", dir_ / "3.pgm");
  open_once(dir_.path());
  EXPECT_EQ(test::next_level(*source_), 1);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(ImageMediaTest, LinksToPicturesAreFollowed) {
  fs::create_directory(dir_ / "sub");
  put("sub/a.pgm", pgm(4, 4, 33));
  fs::create_directory(dir_ / "links");
  fs::create_symlink(dir_ / "sub/a.pgm", dir_ / "links/b.pgm");
  open(dir_ / "links");
  EXPECT_EQ(test::next_level(*source_), 33);
}

TEST_F(ImageMediaTest, ReportsSizesAsTheyChange) {
  put("1.pgm", pgm(4, 4, 1));
  put("2.pgm", pgm(200, 100, 2));
  put("3.pgm", pgm(3, 5, 3));
  open(dir_.path());
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes{{4, 4}, {200, 100}, {3, 5}, {4, 4}};
  for (std::uint32_t i = 0; i < sizes.size(); ++i) {
    const Frame frame = test::next_frame(*source_);
    EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kGrey, ColorRange::kFull, sizes[i].first, sizes[i].second));
    EXPECT_EQ(frame.stamp().format_changes, i);
  }
}

TEST_F(ImageMediaTest, ANewFileAppearsInTheNextPass) {
  put("2.pgm", pgm(4, 4, 20));
  open(dir_.path());
  EXPECT_EQ(test::next_level(*source_), 20);
  put("1.pgm", pgm(4, 4, 10));
  EXPECT_EQ(test::next_level(*source_), 10);
  EXPECT_EQ(test::next_level(*source_), 20);
}

TEST_F(ImageMediaTest, ABrokenFileInTheMiddleIsNamedAndPassedOver) {
  put("1.pgm", pgm(4, 4, 10));
  put("2.pgm", pgm(4, 4, 20).substr(0, 20));
  put("3.pgm", "no picture");
  put("4.pgm", "");
  put("5.pgm", pgm(4, 4, 50));
  open(dir_.path());
  EXPECT_EQ(test::next_level(*source_), 10);
  for (const char* file : {"2.pgm: ", "3.pgm: ", "4.pgm: "}) {
    const SourceFault fault = test::next_fault(*source_);
    EXPECT_EQ(fault.kind, SourceFaultKind::kBadFrame);
    EXPECT_EQ(fault.message.find(file), 0U) << fault.message;
    EXPECT_GT(fault.message.size(), 10U);
  }
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(frame.view().row(0)[0], 50);
  EXPECT_EQ(frame.stamp().sequence, 4U);
}

TEST_F(ImageMediaTest, AFileThatVanishesBeforeItsTurnIsABrokenPicture) {
  put("1.pgm", pgm(4, 4, 10));
  put("2.pgm", pgm(4, 4, 20));
  open(dir_.path());
  test::next_frame(*source_);
  fs::remove(dir_ / "2.pgm");
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(test::next_level(*source_), 10);
}

TEST_F(ImageMediaTest, AFolderThatVanishesIsNoDevice) {
  fs::create_directory(dir_ / "sub");
  put("sub/1.pgm", pgm(4, 4, 10));
  open(dir_ / "sub");
  test::next_frame(*source_);
  fs::remove_all(dir_ / "sub");
  const SourceFault fault = test::next_fault(*source_);
  EXPECT_EQ(fault.kind, SourceFaultKind::kNoDevice);
  EXPECT_NE(fault.message.find("cannot list"), std::string::npos) << fault.message;
}

TEST_F(ImageMediaTest, AFolderThatIsEmptiedIsNoSignal) {
  put("1.pgm", pgm(4, 4, 10));
  open(dir_.path());
  test::next_frame(*source_);
  fs::remove(dir_ / "1.pgm");
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoSignal);
}

TEST_F(ImageMediaTest, AFolderWithoutPicturesIsNoSignalAndSaysWhatIsRead) {
  put("notes.txt", "no picture");
  const SourceFault fault = test::open_fault(dir_.path());
  EXPECT_EQ(fault.kind, SourceFaultKind::kNoSignal);
  EXPECT_EQ(fault.message, "no pictures in " + dir_.path().string() + ": PNG, JPEG, PPM/PGM and BMP are read");
}

TEST_F(ImageMediaTest, ASinglePictureRepeats) {
  put("one.pgm", pgm(4, 4, 77));
  open(dir_ / "one.pgm");
  fs::remove(dir_ / "one.pgm");
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Frame frame = test::next_frame(*source_);
    EXPECT_EQ(frame.view().row(3)[3], 77);
    EXPECT_EQ(frame.stamp().sequence, i);
  }
}

TEST_F(ImageMediaTest, ASinglePictureEndsWithoutALoop) {
  put("one.pgm", pgm(4, 4, 77));
  open_once(dir_ / "one.pgm");
  test::next_frame(*source_);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(ImageMediaTest, ASinglePictureCanBeSkipped) {
  put("one.pgm", pgm(4, 4, 77));
  options_ = {};
  source_ = test::open_or_throw(ReplaySpec{dir_ / "one.pgm", 1000}, options_);
  test::next_frame(*source_);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(test::next_frame(*source_).stamp().sequence, 5U);
}

TEST_F(ImageMediaTest, ASinglePictureWhosePixelsAreCutIsABrokenFrame) {
  const std::string whole = jpeg(16, 16, 90);
  put("one.jpg", whole.substr(0, whole.size() - 60));
  open(dir_ / "one.jpg");
  const SourceFault fault = test::next_fault(*source_);
  EXPECT_EQ(fault.kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(fault.message.find("one.jpg: truncated"), 0U) << fault.message;
}

TEST_F(ImageMediaTest, ASinglePictureWhoseHeaderIsCutIsUnsupported) {
  put("one.pgm", pgm(4, 4, 77).substr(0, 5));
  const SourceFault fault = test::open_fault(dir_ / "one.pgm");
  EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
  EXPECT_NE(fault.message.find("truncated"), std::string::npos) << fault.message;
}

TEST_F(ImageMediaTest, KeepsTheBytesOfAJpegAndOnlyOfAJpeg) {
  const std::string bytes = jpeg(16, 8, 90);
  put("1.jpg", bytes);
  put("2.pgm", pgm(16, 8, 90));
  open(dir_.path());
  const Frame frame = test::next_frame(*source_);
  ASSERT_EQ(frame.jpeg().size(), bytes.size());
  EXPECT_EQ(std::memcmp(frame.jpeg().data(), bytes.data(), bytes.size()), 0);
  EXPECT_NEAR(frame.view().row(0)[0], 90, 1);
  EXPECT_TRUE(test::next_frame(*source_).jpeg().empty());
}

TEST_F(ImageMediaTest, SaysHowManyPicturesThereAre) {
  put("1.pgm", pgm(4, 4, 1));
  open(dir_.path());
  EXPECT_NE(source_->description().find(dir_.path().string() + " (1 picture)"), std::string::npos);
  put("2.pgm", pgm(4, 4, 1));
  open(dir_.path());
  EXPECT_NE(source_->description().find(" (2 pictures)"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
