// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/mjpeg_media.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <thread>

#include "tests/support/sources.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

using test::jpeg;

class MjpegMediaTest : public testing::Test {
 protected:
  void put(const std::string& bytes) { test::write_text(path_, bytes); }
  void open() { source_ = test::open_or_throw(ReplaySpec{path_, 30}, options_); }
  /// Without the end of its compressed data.
  static std::string cut(const std::string& bytes) { return bytes.substr(0, bytes.size() - 60); }
  /// A level that was encoded as a JPEG comes back within one.
  void expect_level(int level) { EXPECT_NEAR(test::next_level(*source_), level, 1); }

  test::TempDir dir_;
  std::filesystem::path path_ = dir_ / "clip.mjpeg";
  SourceOptions options_ = test::every_picture_unpaced();
  std::unique_ptr<FrameSource> source_;
  const std::string one_ = jpeg(16, 16, 10);
  const std::string two_ = jpeg(24, 16, 120);
  const std::string three_ = jpeg(16, 32, 230);
};

TEST_F(MjpegMediaTest, GivesThePicturesInOrder) {
  options_.loop = false;
  put(one_ + two_ + three_);
  open();
  expect_level(10);
  expect_level(120);
  expect_level(230);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(MjpegMediaTest, ItsPicturesAreGreyOfTheirSize) {
  put(one_ + two_);
  open();
  test::next_frame(*source_);
  const Frame frame = test::next_frame(*source_);
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kGrey, ColorRange::kFull, 24, 16));
  EXPECT_EQ(frame.stamp().format_changes, 1U);
}

TEST_F(MjpegMediaTest, LoopsFromItsFirstPicture) {
  put(one_ + two_);
  open();
  for (const int level : {10, 120, 10, 120, 10}) {
    expect_level(level);
  }
}

TEST_F(MjpegMediaTest, PassesOverJunkBetweenPictures) {
  options_.loop = false;
  put(one_ + "--boundary\r\nContent-Type: image/jpeg\r\n\r\n" + two_ + std::string(100, '\xFF') + three_ + "\r\n");
  open();
  expect_level(10);
  expect_level(120);
  expect_level(230);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(MjpegMediaTest, ATruncatedPictureInTheMiddleIsPassedOver) {
  put(one_ + cut(two_) + three_);
  open();
  expect_level(10);
  const SourceFault fault = test::next_fault(*source_);
  EXPECT_EQ(fault.kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(fault.message.find("clip.mjpeg picture 2: "), 0U) << fault.message;
  const Frame frame = test::next_frame(*source_);
  EXPECT_NEAR(frame.view().row(0)[0], 230, 1);
  EXPECT_EQ(frame.stamp().sequence, 2U);
}

TEST_F(MjpegMediaTest, PicturesWithJunkAndATruncatedOneAmongThem) {
  options_.loop = false;
  put(one_ + "junk" + cut(two_) + two_ + "\xFF\xD9junk\xFF" + three_);
  open();
  expect_level(10);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  expect_level(120);
  expect_level(230);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(MjpegMediaTest, ATruncatedLastPictureIsOneFaultAPass) {
  put(one_ + cut(two_));
  open();
  for (int pass = 0; pass < 2; ++pass) {
    expect_level(10);
    EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  }
}

TEST_F(MjpegMediaTest, KeepsEachPicturesBytes) {
  put(one_ + "junk" + two_);
  open();
  test::next_frame(*source_);
  const Frame frame = test::next_frame(*source_);
  ASSERT_EQ(frame.jpeg().size(), two_.size());
  EXPECT_EQ(std::memcmp(frame.jpeg().data(), two_.data(), two_.size()), 0);
}

TEST_F(MjpegMediaTest, PicturesMayLieAcrossTheChunksOfTheFile) {
  options_.loop = false;
  // The second picture begins near each place where a first chunk of 256 KiB may end, marker and all.
  for (std::size_t before = 0; before <= 4; ++before) {
    const std::size_t junk = (std::size_t{256} << 10U) - one_.size() - before;
    put(one_ + std::string(junk, 'x') + two_ + three_);
    open();
    expect_level(10);
    expect_level(120);
    expect_level(230);
    EXPECT_TRUE(test::ends(*source_));
  }
}

TEST_F(MjpegMediaTest, APictureMayBeLargerThanAChunk) {
  options_.loop = false;
  // Comment segments are a legal way to make a picture large.
  std::string large = one_.substr(0, 2);
  for (int i = 0; i < 16; ++i) {
    large += std::string("\xFF\xFE\xFF\xFF", 4) + std::string(0xFFFD, 'c');
  }
  large += one_.substr(2);
  put(two_ + large + three_);
  open();
  expect_level(120);
  EXPECT_EQ(test::next_frame(*source_).jpeg().size(), large.size());
  expect_level(230);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(MjpegMediaTest, SkippedPicturesKeepTheCount) {
  put(one_ + two_ + three_);
  options_.paced = true;
  options_.delivery = Delivery::kNewest;
  source_ = test::open_or_throw(ReplaySpec{path_, 1000}, options_);
  expect_level(10);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().sequence, 10U);
  const std::array levels{10, 120, 230};
  EXPECT_NEAR(frame.view().row(0)[0], levels[frame.stamp().sequence % 3], 1);
}

TEST_F(MjpegMediaTest, WithoutOneGoodPictureItIsHopelessAfterAPass) {
  put(cut(one_) + cut(two_));
  open();
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
  const SourceFault fault = test::next_fault(*source_);
  EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
  EXPECT_NE(fault.message.find("clip.mjpeg can be read"), std::string::npos) << fault.message;
}

TEST_F(MjpegMediaTest, SeveralJpegsMakeAStreamUnlessTheyAreNamedAPhoto) {
  path_ = dir_ / "clip.bin";
  put(one_ + two_);
  open();
  expect_level(10);
  expect_level(120);
}

TEST_F(MjpegMediaTest, AStreamMayBeginWithTheBoundaryOfItsFirstPart) {
  put("--boundary\r\nContent-Type: image/jpeg\r\n\r\n" + one_ + "\r\n--boundary\r\n\r\n" + two_);
  open();
  expect_level(10);
  expect_level(120);
}

TEST_F(MjpegMediaTest, AStreamWithoutAnyJpegIsUnsupported) {
  put("not one picture");
  EXPECT_EQ(test::open_fault(path_).kind, SourceFaultKind::kUnsupported);
}

TEST_F(MjpegMediaTest, ASingleJpegIsAPicture) {
  path_ = dir_ / "one.jpg";
  put(one_);
  open();
  expect_level(10);
  std::filesystem::remove(path_);
  expect_level(10);
}

}  // namespace
}  // namespace sobelcam
