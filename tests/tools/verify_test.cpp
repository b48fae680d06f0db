// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/bundles.h"
#include "tests/support/bytes.h"
#include "tests/support/json_schema.h"
#include "tests/support/photos.h"
#include "tests/support/verify_runs.h"
#include "tools/sobelcam/verify/merge.h"

namespace sobelcam::test {
namespace {

using tool::kBadInput;
using tool::kDifferent;
using tool::kOk;

std::ptrdiff_t lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

class Verify : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(runs_.in(name).parent_path());
    std::ofstream(runs_.in(name), std::ios::binary) << bytes;
    return runs_.in(name);
  }
  std::filesystem::path picture(const std::string& name) const {
    return file(name, std::string("P5 3 2 255\n") + "\x0A\x14\x1E\x28\x32\xC8");
  }
  /// Bytes of this many raw gray frames of 4x3.
  static std::string raw(std::size_t frames) { return std::string(12 * frames, 'x'); }
  void raw_is_grey_4x3() {
    runs_.options().format = "GREY";
    runs_.options().size = "4x3";
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    const nlohmann::json document = runs_.report();
    for (const auto& frame : document.at("frames")) {
      all.push_back(frame.at("name"));
    }
    return all;
  }

  VerifyRuns runs_;
};

TEST_F(Verify, FindsPhotosEqualInEveryRow) {
  EXPECT_EQ(runs_.run({SOBELCAM_TEST_DATA "/photos"}), kOk) << runs_.errors();
  EXPECT_EQ(runs_.report().at("summary").at("frames"), 3);
  EXPECT_TRUE(runs_.out().ends_with("EQUAL\n")) << runs_.out();
}

TEST_F(Verify, WalksFoldersToTheirBottomInNaturalOrder) {
  picture("set/img10.pgm");
  picture("set/img2.pgm");
  picture("set/deep/er/a.pgm");
  file("set/.hidden", "not looked at");
  EXPECT_EQ(runs_.run({runs_.in("set")}), kOk) << runs_.errors();
  EXPECT_EQ(names(),
            (std::vector<std::string>{"set/deep/er/a.pgm frame 0", "set/img2.pgm frame 0", "set/img10.pgm frame 0"}));
}

TEST_F(Verify, GivesAForeignFileOneLineAndGoesOn) {
  picture("set/a.pgm");
  file("set/b.txt", "hello, world");
  picture("set/c.pgm");
  EXPECT_EQ(runs_.run({runs_.in("set")}), kBadInput);
  EXPECT_EQ(names().size(), 2U);
  EXPECT_EQ(lines(runs_.errors()), 1) << runs_.errors();
  EXPECT_TRUE(runs_.errors().starts_with("sobelcam: set/b.txt: ")) << runs_.errors();
}

TEST_F(Verify, SaysThatNothingIsThere) {
  EXPECT_EQ(runs_.run({runs_.in("nowhere")}), kBadInput);
  EXPECT_EQ(runs_.errors(), "sobelcam: nowhere: no such file or folder\n");
  std::filesystem::create_directory(runs_.in("empty"));
  EXPECT_EQ(runs_.run({runs_.in("empty")}), kBadInput);
  EXPECT_EQ(runs_.errors(), "sobelcam: empty: an empty folder\n");
}

TEST_F(Verify, ReadsRawFramesOfV4l2Ctl) {
  raw_is_grey_4x3();
  EXPECT_EQ(runs_.run({file("three.raw", raw(3))}), kOk) << runs_.errors();
  EXPECT_EQ(names().size(), 3U);
}

TEST_F(Verify, CallsATrailingPartOfARawFrameAFault) {
  raw_is_grey_4x3();
  EXPECT_EQ(runs_.run({file("cut.raw", raw(2) + "tail")}), kBadInput);
  EXPECT_EQ(names().size(), 2U);
  EXPECT_NE(runs_.errors().find("cut.raw frame 2: a part of a frame at the end: 4 of 12 bytes"), std::string::npos)
      << runs_.errors();
}

TEST_F(Verify, TakesPlanesAndStridesOfRawFramesIntoAccount) {
  runs_.options().format = "NV12";
  runs_.options().size = "5x3";
  runs_.options().stride = 8;
  EXPECT_EQ(runs_.run({file("nv12.raw", std::string(2 * 8 * (3 + 2), 'x'))}), kOk) << runs_.errors();
  EXPECT_EQ(names().size(), 2U);
  const nlohmann::json document = runs_.report();
  EXPECT_EQ(document.at("frames").at(0).at("range"), "limited");
}

TEST_F(Verify, RefusesRawFormatsThatCannotBe) {
  for (const auto& [format, size, stride] :
       {std::tuple{"NOPE", "4x3", 0U}, std::tuple{"GREY", "4", 0U}, std::tuple{"GREY", "0x3", 0U},
        std::tuple{"YUYV", "4x3", 7U}, std::tuple{"GREY", "", 0U}, std::tuple{"", "", 4U}}) {
    runs_.options().format = format;
    runs_.options().size = size;
    runs_.options().stride = stride;
    EXPECT_THROW(runs_.run({runs_.in("x.raw")}), std::invalid_argument) << format << size;
  }
}

TEST_F(Verify, GivesTheSameReportForAnyNumberOfThreads) {
  raw_is_grey_4x3();
  const auto set = file("many.raw", raw(100));
  runs_.options().jobs = 1;
  ASSERT_EQ(runs_.run({set}), kOk);
  const auto one = names();
  runs_.options().jobs = 7;
  ASSERT_EQ(runs_.run({set}), kOk);
  EXPECT_EQ(names(), one);
}

TEST_F(Verify, WritesReportsByTheirSchema) {
  std::ifstream schema(SOBELCAM_SOURCE_DIR "/tools/sobelcam/verify/verify_report.schema.json");
  const auto rules = nlohmann::json::parse(schema);
  const Photo photo("chelsea.png");
  BundleMaker maker(runs_.in("set.tar"));
  maker.add({photo.view(), {}, &choose_pipeline("reference")});
  maker.add({photo.view(), {}, &choose_pipeline("reference")},
            [](RecordedFrame& frame) { frame.view.layout.format = PixelFormat::kBgr24; });
  maker.finish();
  EXPECT_EQ(runs_.run({runs_.in("set.tar"), runs_.in("nowhere")}), kDifferent);
  EXPECT_EQ(schema_violation(rules, rules, runs_.report(), "report"), "");
  auto spoiled = runs_.report();
  spoiled["frames"][1].erase("equal");
  EXPECT_NE(schema_violation(rules, rules, spoiled, "report"), "");
}

TEST_F(Verify, WritesAPageThatNeedsNothingElse) {
  const Photo photo("chelsea.png");
  BundleMaker maker(runs_.in("set.tar"));
  maker.add({photo.view(), {}, &choose_pipeline("reference")});
  maker.add({photo.view(), {}, &choose_pipeline("reference")},
            [](RecordedFrame& frame) { frame.view.layout.format = PixelFormat::kBgr24; });
  maker.finish();
  runs_.options().html = runs_.in("page.html");
  EXPECT_EQ(runs_.run({runs_.in("set.tar")}), kDifferent);
  std::ifstream stream(runs_.in("page.html"));
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  for (const char* part : {"<html lang=\"en\">", "name=\"viewport\"", "DIFFERENT", "data:image/png;base64,",
                           "aria-label=\"Where it differs (recorded, gray)", "class=\"mark\"", "</html>"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  for (const char* foreign : {"http://", "https://", "<script"}) {
    EXPECT_EQ(page.find(foreign), std::string::npos) << foreign;
  }
}

/// One set, verified in parts.
class VerifyInParts : public Verify {
 protected:
  std::filesystem::path part(const std::string& shard) {
    runs_.options().shard = shard;
    EXPECT_EQ(runs_.run({set_}), kOk) << runs_.errors();
    const auto kept = runs_.in("part-" + shard.substr(0, 1) + "of" + shard.substr(2) + ".json");
    std::filesystem::copy_file(runs_.in("report.json"), kept, std::filesystem::copy_options::overwrite_existing);
    return kept;
  }
  tool::ExitCode merge(const std::vector<std::filesystem::path>& reports) {
    out_.str("");
    errors_.str("");
    return tool::merge({reports, runs_.in("joined.json")}, out_, errors_);
  }
  void SetUp() override { raw_is_grey_4x3(); }

  std::filesystem::path set_ = file("set.raw", raw(10));
  std::ostringstream out_;
  std::ostringstream errors_;
};

TEST_F(VerifyInParts, JoinsToTheReportOfTheWhole) {
  EXPECT_EQ(merge({part("2/3"), part("0/3"), part("1/3")}), kOk) << errors_.str();
  std::ifstream stream(runs_.in("joined.json"));
  const auto joined = nlohmann::json::parse(stream);
  ASSERT_EQ(joined.at("frames").size(), 10U);
  for (std::uint64_t i = 0; i < 10; ++i) {
    EXPECT_EQ(joined.at("frames").at(i).at("index"), i);
  }
  EXPECT_EQ(joined.at("summary").at("frames"), 10);
}

TEST_F(VerifyInParts, NoticesAMissingPart) {
  EXPECT_EQ(merge({part("0/3"), part("2/3")}), kBadInput);
  EXPECT_NE(errors_.str().find("part 1/3 is missing"), std::string::npos) << errors_.str();
}

TEST_F(VerifyInParts, NoticesAPartThatIsThereTwice) {
  const auto zero = part("0/2");
  EXPECT_EQ(merge({zero, part("1/2"), zero}), kBadInput);
  EXPECT_NE(errors_.str().find("part 0/2 is there twice"), std::string::npos) << errors_.str();
}

TEST_F(VerifyInParts, NoticesAPartOfAnotherSetOrSplit) {
  const auto zero = part("0/2");
  const auto of_three = part("1/3");
  file("set.raw", raw(9) + std::string(12, 'y'));
  EXPECT_EQ(merge({zero, part("1/2")}), kBadInput);
  EXPECT_NE(errors_.str().find("of another run than"), std::string::npos) << errors_.str();
  EXPECT_NE(errors_.str().find("its set is"), std::string::npos) << errors_.str();
  EXPECT_EQ(merge({zero, of_three}), kBadInput);
  EXPECT_NE(errors_.str().find("its number of parts is 3, not 2"), std::string::npos) << errors_.str();
}

TEST_F(VerifyInParts, RefusesWhatIsNoReport) {
  EXPECT_EQ(merge({file("x.json", "{}")}), kBadInput);
  EXPECT_EQ(merge({file("y.json", "not JSON")}), kBadInput);
  EXPECT_EQ(merge({runs_.in("nowhere.json")}), kBadInput);
  EXPECT_EQ(lines(errors_.str()), 1) << errors_.str();
}

TEST_F(VerifyInParts, APartBehindTheLastFrameIsEmptyAndEqual) {
  EXPECT_EQ(merge({part("0/1")}), kOk);
  runs_.options().shard = "11/12";
  EXPECT_EQ(runs_.run({set_}), kOk);
  EXPECT_EQ(names().size(), 0U);
}

}  // namespace
}  // namespace sobelcam::test
