// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/source_spec.h"

#include <gtest/gtest.h>

#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/support/temp_dir.h"

namespace sobelcam {
namespace {

class SourceSpecTest : public testing::Test {
 protected:
  static PatternSpec pattern(std::string_view text) { return std::get<PatternSpec>(parse_source_spec(text)); }
  static ReplaySpec replay(std::string_view text) { return std::get<ReplaySpec>(parse_source_spec(text)); }

  /// What the refusal says; empty where there was none.
  static std::string refusal(std::string_view text) {
    try {
      parse_source_spec(text);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }

  std::string make_file(const std::string& name) {
    const auto path = dir_ / name;
    std::ofstream(path) << "x";
    return path.string();
  }

  test::TempDir dir_;
};

TEST_F(SourceSpecTest, ReadsAPattern) {
  const PatternSpec spec = pattern("pattern:1280x720@60");
  EXPECT_EQ(spec.width, 1280U);
  EXPECT_EQ(spec.height, 720U);
  EXPECT_EQ(spec.fps, 60.0);
}

TEST_F(SourceSpecTest, TheRateIs30UnlessGiven) {
  EXPECT_EQ(pattern("pattern:1x1").fps, 30.0);
  EXPECT_EQ(replay("replay:no/such/folder").fps, 30.0);
}

TEST_F(SourceSpecTest, TakesRatesWithDecimals) {
  EXPECT_EQ(pattern("pattern:8x8@12.5").fps, 12.5);
  EXPECT_EQ(pattern("pattern:8x8@0.25").fps, 0.25);
  EXPECT_EQ(pattern("pattern:8x8@1000").fps, 1000.0);
  EXPECT_EQ(replay("replay:no/such/folder@29.97").fps, 29.97);
}

TEST_F(SourceSpecTest, TakesTheLongestSides) {
  EXPECT_EQ(pattern("pattern:65535x1").width, 65535U);
  EXPECT_EQ(pattern("pattern:1x65535").height, 65535U);
}

TEST_F(SourceSpecTest, RefusesAnUnknownKindAndNamesTheKnown) {
  EXPECT_EQ(refusal("foo:bar"),
            "no such source 'foo:': known are auto, v4l2:PATH, pattern:WxH[@FPS], replay:PATH[@FPS]");
  EXPECT_NE(refusal("pattern").find("no such source 'pattern'"), std::string::npos);
  EXPECT_NE(refusal("").find("known are"), std::string::npos);
  EXPECT_NE(refusal("Pattern:1x1").find("no such source"), std::string::npos);
}

TEST_F(SourceSpecTest, TakesACameraByAnyPath) {
  EXPECT_EQ(std::get<V4l2Spec>(parse_source_spec("v4l2:/dev/video0")).path, "/dev/video0");
  EXPECT_EQ(std::get<V4l2Spec>(parse_source_spec("v4l2:/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-index0")).path,
            "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:2:1.0-index0");
}

TEST_F(SourceSpecTest, AutoIsTheFirstCamera) {
  EXPECT_EQ(std::get<V4l2Spec>(parse_source_spec("auto")).path, "");
}

TEST_F(SourceSpecTest, RefusesACameraWithoutAPath) {
  EXPECT_NE(refusal("v4l2:").find("a node such as /dev/video0"), std::string::npos);
}

TEST_F(SourceSpecTest, RefusesASizeThatIsNone) {
  for (const char* text : {"pattern:", "pattern:1280", "pattern:@30", "pattern:1280X720"}) {
    EXPECT_NE(refusal(text).find("WxH is accepted"), std::string::npos) << text;
  }
}

TEST_F(SourceSpecTest, RefusesAWrongWidthByName) {
  for (const char* width : {"0", "65536", "-1", "+1", " 1", "1.5", "", "99999999999", "0x10", "1e2"}) {
    const std::string words = refusal("pattern:" + std::string(width) + "x720");
    EXPECT_NE(words.find("pattern width"), std::string::npos) << width << ": " << words;
    EXPECT_NE(words.find("1 to 65535"), std::string::npos) << width << ": " << words;
  }
}

TEST_F(SourceSpecTest, RefusesAWrongHeightByName) {
  for (const char* height : {"0", "65536", "-1", "", "720p", "720x3", "7 "}) {
    const std::string words = refusal("pattern:1280x" + std::string(height));
    EXPECT_NE(words.find("pattern height '" + std::string(height) + "'"), std::string::npos) << words;
  }
}

TEST_F(SourceSpecTest, RefusesMorePixelsThanAPictureMayHave) {
  EXPECT_EQ(pattern("pattern:16384x8192").width, 16384U);
  EXPECT_NE(refusal("pattern:16384x8193").find("at most 134217728 pixels"), std::string::npos);
}

TEST_F(SourceSpecTest, RefusesAWrongRateByName) {
  for (const char* rate : {"0", "-1", "1000.1", "nan", "inf", "1e2", "30fps", "", "12,5", " 30", "30@30", "+5"}) {
    const std::string words = refusal("pattern:8x8@" + std::string(rate));
    EXPECT_NE(words.find("frame rate '" + std::string(rate) + "'"), std::string::npos) << words;
    EXPECT_NE(words.find("up to 1000"), std::string::npos) << words;
  }
}

TEST_F(SourceSpecTest, ReadsAReplayWithARate) {
  const ReplaySpec spec = replay("replay:no/such/folder@12.5");
  EXPECT_EQ(spec.path, "no/such/folder");
  EXPECT_EQ(spec.fps, 12.5);
}

TEST_F(SourceSpecTest, AnExistingPathWithAnAtSignIsTakenWhole) {
  const std::string path = make_file("cam@30");
  EXPECT_EQ(replay("replay:" + path).path, path);
  EXPECT_EQ(replay("replay:" + path).fps, 30.0);
  EXPECT_EQ(replay("replay:" + path + "@5").path, path);
  EXPECT_EQ(replay("replay:" + path + "@5").fps, 5.0);
}

TEST_F(SourceSpecTest, AnAtSignWithoutANumberBelongsToThePath) {
  EXPECT_EQ(replay("replay:photos@home").path, "photos@home");
  EXPECT_EQ(replay("replay:photos@").path, "photos@");
  EXPECT_EQ(replay("replay:photos@nan").path, "photos@nan");
}

TEST_F(SourceSpecTest, APathMayContainColons) {
  EXPECT_EQ(replay("replay:a:b").path, "a:b");
}

TEST_F(SourceSpecTest, RefusesARateOfAReplayOutOfRange) {
  EXPECT_NE(refusal("replay:photos@0").find("frame rate '0'"), std::string::npos);
  EXPECT_NE(refusal("replay:photos@2000").find("frame rate '2000'"), std::string::npos);
}

TEST_F(SourceSpecTest, RefusesAnEmptyPath) {
  EXPECT_NE(refusal("replay:").find("replay path ''"), std::string::npos);
  EXPECT_NE(refusal("replay:@30").find("replay path ''"), std::string::npos);
}

}  // namespace
}  // namespace sobelcam
