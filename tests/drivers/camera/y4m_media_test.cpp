// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/y4m_media.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/support/guarded.h"
#include "tests/support/sources.h"
#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

using Row = std::vector<int>;

constexpr std::uint8_t kPoison = 0xA5;
constexpr std::uint32_t kLargeWidth = 300;
constexpr std::uint32_t kLargeHeight = 700;

/// `count` bytes that go up from `first`.
std::string counting(int first, int count) {
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    bytes.push_back(static_cast<char>(first + i));
  }
  return bytes;
}

class Y4mMediaTest : public testing::Test {
 protected:
  void SetUp() override { options_.memory = &memory_; }

  void put(const std::string& bytes) { test::write_text(path_, bytes); }
  void open() { source_ = test::open_or_throw(ReplaySpec{path_, 30}, options_); }
  Frame first_frame(const std::string& bytes) {
    put(bytes);
    open();
    return test::next_frame(*source_);
  }
  SourceFault refusal(const std::string& bytes) {
    put(bytes);
    return test::open_fault(path_);
  }

  static Row row(const std::uint8_t* bytes, std::size_t count) { return {bytes, bytes + count}; }

  test::GuardedMemory memory_;
  test::TempDir dir_;
  const std::filesystem::path path_ = dir_ / "clip.y4m";
  SourceOptions options_ = test::every_picture_unpaced();
  std::unique_ptr<FrameSource> source_;
  // 5 x 3: 15 bytes of luma from 0, two chroma planes of 3 x 2 from 100 and from 200.
  const std::string odd_420_ = counting(0, 15) + counting(100, 6) + counting(200, 6);
};

TEST_F(Y4mMediaTest, OddSizesIn420BecomeNv12) {
  const Frame frame = first_frame("YUV4MPEG2 W5 H3 F30:1 Ip A1:1 C420jpeg\nFRAME\n" + odd_420_);
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kNv12, ColorRange::kLimited, 5, 3));
  EXPECT_EQ(row(frame.view().row(0), 6), (Row{0, 1, 2, 3, 4, kPoison}));
  EXPECT_EQ(row(frame.view().row(2), 6), (Row{10, 11, 12, 13, 14, kPoison}));
  EXPECT_EQ(row(frame.view().chroma_row(0), 7), (Row{100, 200, 101, 201, 102, 202, kPoison}));
  EXPECT_EQ(row(frame.view().chroma_row(1), 7), (Row{103, 203, 104, 204, 105, 205, kPoison}));
  EXPECT_TRUE(memory_.intact());
}

TEST_F(Y4mMediaTest, AllNamesOf420AreThe8BitKind) {
  for (const char* tag : {" C420", " C420jpeg", " C420mpeg2", " C420paldv", ""}) {
    const Frame frame = first_frame("YUV4MPEG2 W5 H3" + std::string(tag) + "\nFRAME\n" + odd_420_);
    EXPECT_EQ(frame.layout().format, PixelFormat::kNv12) << tag;
    EXPECT_EQ(frame.view().chroma_row(1)[5], 205) << tag;
  }
}

TEST_F(Y4mMediaTest, RowsWithoutPaddingAreReadAtOnce) {
  const Frame frame =
      first_frame("YUV4MPEG2 W64 H2 C420\nFRAME\n" + counting(0, 128) + counting(128, 32) + counting(192, 32));
  EXPECT_EQ(frame.layout().stride, 64U);
  EXPECT_EQ(frame.view().row(0)[63], 63);
  EXPECT_EQ(frame.view().row(1)[63], 127);
  EXPECT_EQ(frame.view().chroma_row(0)[62], 159);
  EXPECT_EQ(frame.view().chroma_row(0)[63], 223);
}

TEST_F(Y4mMediaTest, OddSizesIn422BecomeYuyv) {
  const Frame frame =
      first_frame("YUV4MPEG2 W5 H3 C422\nFRAME\n" + counting(0, 15) + counting(100, 9) + counting(200, 9));
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kYuyv, ColorRange::kLimited, 5, 3));
  EXPECT_EQ(row(frame.view().row(0), 11), (Row{0, 100, 1, 200, 2, 101, 3, 201, 4, 102, kPoison}));
  EXPECT_EQ(row(frame.view().row(2), 11), (Row{10, 106, 11, 206, 12, 107, 13, 207, 14, 108, kPoison}));
  EXPECT_TRUE(memory_.intact());
}

TEST_F(Y4mMediaTest, ThePairsOf444ShareTheMeanOfTheirChroma) {
  const std::string u = {10, 20, 30, 31, 50};
  const std::string v = {1, 2, 3, 3, 9};
  const Frame frame = first_frame("YUV4MPEG2 W5 H1 C444\nFRAME\n" + counting(60, 5) + u + v);
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kYuyv, ColorRange::kLimited, 5, 1));
  EXPECT_EQ(row(frame.view().row(0), 11), (Row{60, 15, 61, 2, 62, 31, 63, 3, 64, 50, kPoison}));
}

TEST_F(Y4mMediaTest, MonoBecomesGrey) {
  const Frame frame = first_frame("YUV4MPEG2 W5 H3 Cmono\nFRAME\n" + counting(50, 15));
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kGrey, ColorRange::kLimited, 5, 3));
  EXPECT_EQ(row(frame.view().row(2), 6), (Row{60, 61, 62, 63, 64, kPoison}));
}

TEST_F(Y4mMediaTest, OneRowAndOneColumnAreEnough) {
  const Frame frame = first_frame("YUV4MPEG2 W1 H1 C422\nFRAME\n" + counting(7, 3));
  EXPECT_EQ(row(frame.view().row(0), 3), (Row{7, 8, kPoison}));
}

TEST_F(Y4mMediaTest, LargePlanesAreReadInBlocks) {
  std::string luma;
  std::string u;
  std::string v;
  for (int y = 0; y < static_cast<int>(kLargeHeight); ++y) {
    luma += std::string(kLargeWidth, static_cast<char>(y % 251));
    u += std::string(kLargeWidth / 2, static_cast<char>(y % 241));
    v += std::string(kLargeWidth / 2, static_cast<char>(y % 239));
  }
  const Frame frame = first_frame("YUV4MPEG2 W300 H700 C422\nFRAME\n" + luma + u + v);
  for (std::uint32_t y = 0; y < kLargeHeight; ++y) {
    const std::uint8_t* last = frame.view().row(y) + std::size_t{2} * (kLargeWidth - 2);
    const int number = static_cast<int>(y);
    ASSERT_EQ(row(last, 4), (Row{number % 251, number % 241, number % 251, number % 239})) << "row " << y;
  }
}

TEST_F(Y4mMediaTest, TheRangeIsLimitedUnlessTheHeaderSaysFull) {
  const auto range_with = [&](const std::string& tags) {
    return first_frame("YUV4MPEG2 W5 H3" + tags + "\nFRAME\n" + odd_420_).layout().range;
  };
  EXPECT_EQ(range_with(""), ColorRange::kLimited);
  EXPECT_EQ(range_with(" XCOLORRANGE=LIMITED"), ColorRange::kLimited);
  EXPECT_EQ(range_with(" XCOLORRANGE=FULL"), ColorRange::kFull);
  EXPECT_EQ(range_with(" XYSCSS=420JPEG XCOLORRANGE=FULL C420jpeg"), ColorRange::kFull);
}

TEST_F(Y4mMediaTest, TagsComeInAnyOrder) {
  const Frame frame = first_frame("YUV4MPEG2 C422 XCOLORRANGE=FULL A1:1 H1 It F25:1 W2\nFRAME\n" + counting(1, 4));
  EXPECT_EQ(frame.layout(), aligned_layout(PixelFormat::kYuyv, ColorRange::kFull, 2, 1));
}

TEST_F(Y4mMediaTest, FrameLinesMayCarryParameters) {
  put("YUV4MPEG2 W2 H1 Cmono\nFRAME Ib XNOTE\n" + counting(1, 2) + "FRAME\n" + counting(5, 2));
  open();
  EXPECT_EQ(test::next_level(*source_), 1);
  EXPECT_EQ(test::next_level(*source_), 5);
}

TEST_F(Y4mMediaTest, LoopsFromItsFirstFrame) {
  put("YUV4MPEG2 W2 H1 Cmono\nFRAME\n" + counting(1, 2) + "FRAME\n" + counting(5, 2));
  open();
  for (const int level : {1, 5, 1, 5, 1}) {
    EXPECT_EQ(test::next_level(*source_), level);
  }
}

TEST_F(Y4mMediaTest, ATruncatedLastFrameIsOneFaultAPass) {
  put("YUV4MPEG2 W4 H2 Cmono\nFRAME\n" + counting(1, 8) + "FRAME\n" + counting(5, 7));
  open();
  for (std::uint64_t pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(test::next_frame(*source_).stamp().sequence, 2 * pass);
    const SourceFault fault = test::next_fault(*source_);
    EXPECT_EQ(fault.kind, SourceFaultKind::kBadFrame);
    EXPECT_EQ(fault.message, "clip.y4m frame 2: truncated: 7 of 8 bytes are there");
  }
}

TEST_F(Y4mMediaTest, WithoutALoopATruncatedLastFrameIsFollowedByTheEnd) {
  options_.loop = false;
  put("YUV4MPEG2 W4 H2 Cmono\nFRAME\n" + counting(1, 8) + "FRA");
  open();
  test::next_frame(*source_);
  EXPECT_NE(test::next_fault(*source_).message.find("no FRAME line at byte"), std::string::npos);
  EXPECT_TRUE(test::ends(*source_));
}

TEST_F(Y4mMediaTest, WhatIsNoFrameLineIsABrokenFrame) {
  std::string endless = "FRAME";
  endless.append(2000, ' ').append("\n");
  const std::vector<std::string> lines{"FRAMES\n", "frame\n", "\n", "FRAME", endless};
  for (const std::string& line : lines) {
    put("YUV4MPEG2 W2 H1 Cmono\n" + line + counting(1, 2));
    open();
    EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame) << line;
  }
}

TEST_F(Y4mMediaTest, AHeaderWithoutFramesHasNoPicture) {
  put("YUV4MPEG2 W2 H1 Cmono\n");
  open();
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kNoSignal);
}

TEST_F(Y4mMediaTest, AFileThatShrinksWhileItIsReadIsABrokenFrame) {
  const std::string head = "YUV4MPEG2 W4 H2 Cmono\nFRAME\n" + counting(1, 8);
  put(head + "FRAME\n" + counting(5, 8));
  options_.buffers = 1;
  open();
  {
    const Frame held = test::next_frame(*source_);
    // Reaches frame 2 and finds no buffer for it.
    EXPECT_TRUE(std::holds_alternative<NoFrame>(source_->next(std::chrono::steady_clock::now())));
  }
  std::filesystem::resize_file(path_, head.size() + 10);
  EXPECT_EQ(test::next_fault(*source_).kind, SourceFaultKind::kBadFrame);
}

TEST_F(Y4mMediaTest, SkippedFramesAreNotRead) {
  std::string clip = "YUV4MPEG2 W2 H1 Cmono\n";
  for (int i = 0; i < 200; ++i) {
    clip += "FRAME\n" + counting(i, 2);
  }
  put(clip);
  options_.paced = true;
  options_.delivery = Delivery::kNewest;
  source_ = test::open_or_throw(ReplaySpec{path_, 1000}, options_);
  EXPECT_EQ(test::next_level(*source_), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const Frame frame = test::next_frame(*source_);
  EXPECT_GE(frame.stamp().sequence, 10U);
  EXPECT_EQ(frame.view().row(0)[0], frame.stamp().sequence % 200);
}

TEST_F(Y4mMediaTest, OtherColorspacesAreUnsupportedByName) {
  for (const std::string tag : {"C420p10", "C411", "C444alpha", "Cmono16", "C422p12", "C"}) {
    const SourceFault fault = refusal("YUV4MPEG2 W2 H1 " + tag + "\nFRAME\n");
    EXPECT_EQ(fault.kind, SourceFaultKind::kUnsupported);
    EXPECT_NE(fault.message.find("colorspace " + tag + ": 420, 422, 444 and mono"), std::string::npos) << fault.message;
  }
}

TEST_F(Y4mMediaTest, SizesThatAreNoneAreUnsupported) {
  for (const char* size : {"", "W2", "H2", "W0 H2", "W-2 H2", "W2 H65536", "W2x H2", "W99999999999999999999 H1",
                           "W65535 H65535", "W4294967298 H1"}) {
    EXPECT_EQ(refusal("YUV4MPEG2 " + std::string(size) + "\nFRAME\n").kind, SourceFaultKind::kUnsupported) << size;
  }
}

TEST_F(Y4mMediaTest, AHeaderThatDoesNotEndIsUnsupported) {
  EXPECT_NE(refusal("YUV4MPEG2 W2 H1").message.find("header does not end"), std::string::npos);
  EXPECT_EQ(refusal("YUV4MPEG2 W2 H1 X" + std::string(5000, 'a') + "\nFRAME\n").kind, SourceFaultKind::kUnsupported);
}

TEST_F(Y4mMediaTest, IsKnownByItsContent) {
  const auto other = dir_ / "clip.bin";
  test::write_text(other, "YUV4MPEG2 W2 H1 Cmono\nFRAME\n" + counting(9, 2));
  source_ = test::open_or_throw(ReplaySpec{other, 30}, options_);
  EXPECT_EQ(test::next_level(*source_), 9);
}

TEST_F(Y4mMediaTest, SaysWhatItIs) {
  put("YUV4MPEG2 W2 H1 Cmono\nFRAME\n" + counting(9, 2));
  open();
  EXPECT_NE(source_->description().find("clip.y4m (2x1 GREY, limited range)"), std::string::npos)
      << source_->description();
}

}  // namespace
}  // namespace sobelcam
