// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kernels/pipelines.h"
#include "kernels/u8.h"
#include "tests/support/differential.h"
#include "tests/support/temp_dir.h"
#include "tools/sobelcam/picture_input.h"

namespace sobelcam::tool {
namespace {

class Process : public testing::Test {
 protected:
  std::filesystem::path in(const std::string& name) const { return folder_.path() / name; }

  std::filesystem::path file(const std::string& name, const std::string& content) const {
    std::ofstream(in(name), std::ios::binary) << content;
    return in(name);
  }

  /// A 3x2 PGM with six levels.
  std::filesystem::path picture(const std::string& name) const {
    return file(name, std::string("P5 3 2 255\n") + "\x0A\x14\x1E\x28\x32\xC8");
  }

  ExitCode run(std::vector<std::filesystem::path> inputs) {
    options_.inputs = std::move(inputs);
    return process(options_, out_, errors_);
  }

  void SetUp() override { options_.prefix = in("out").string(); }

  static void expect_same(ImageView<const std::uint8_t> expected, const std::filesystem::path& path) {
    const auto read = read_picture(path);
    ASSERT_TRUE(std::holds_alternative<PictureInput>(read)) << path;
    const FrameView actual = std::get<PictureInput>(read).view();
    ASSERT_EQ(actual.layout.format, PixelFormat::kGrey) << path;
    const auto difference = first_difference(
        "picture", expected, {actual.data, actual.layout.width, actual.layout.height, actual.layout.stride});
    EXPECT_FALSE(difference.has_value()) << path << ": " << describe(difference.value_or(Difference{}));
  }

  test::TempDir folder_;
  ProcessOptions options_;
  std::ostringstream out_;
  std::ostringstream errors_;
};

TEST_F(Process, WritesTheFourPicturesOfThePhotoAsSpecified) {
  const std::filesystem::path photo = SOBELCAM_TEST_DATA "/photos/chelsea.png";
  ASSERT_EQ(run({photo}), kOk) << errors_.str();
  const auto input = std::get<PictureInput>(read_picture(photo));
  const EdgeResult expected =
      test::run_row(choose_pipeline("reference"), input.view(), {PlaneSet::all(), false, false});
  Image<std::uint8_t> picture(expected.width(), expected.height());
  u8_plane(expected.gray(), picture.view());
  expect_same(picture.view(), in("out_gray.png"));
  u8_plane(expected.blur(), picture.view());
  expect_same(picture.view(), in("out_blur.png"));
  expect_same(expected.equalized(), in("out_equalized.png"));
  expect_same(expected.edges(), in("out_edge.png"));
}

TEST_F(Process, EqualizeChangesWhatSobelReadsAndNothingElse) {
  const std::filesystem::path photo = SOBELCAM_TEST_DATA "/photos/chelsea.png";
  options_.equalize = true;
  ASSERT_EQ(run({photo}), kOk) << errors_.str();
  const auto input = std::get<PictureInput>(read_picture(photo));
  const EdgeResult expected = test::run_row(choose_pipeline("reference"), input.view(), {PlaneSet::all(), true, false});
  expect_same(expected.equalized(), in("out_equalized.png"));
  expect_same(expected.edges(), in("out_edge.png"));
}

TEST_F(Process, PrintsATableOfStageTimes) {
  options_.pipelines = {"reference"};
  ASSERT_EQ(run({picture("a.pgm")}), kOk);
  for (const char* word : {"a.pgm  3x2 GREY", "gray", "blur", "sobel", "histogram", "total", " us\n", "out_edge.png"}) {
    EXPECT_NE(out_.str().find(word), std::string::npos) << word << " in\n" << out_.str();
  }
}

TEST_F(Process, OneBadInputCostsOneLineAndTheOthersAreProcessed) {
  EXPECT_EQ(run({picture("a.pgm"), in("missing.png"), file("empty.png", ""), file("note.txt", "hello, world"),
                 folder_.path(), file("zero.ppm", "P6 0 0 255\n"), file("huge.ppm", "P6 100000 100000 255\n"),
                 file("short.pgm", "P5 9 9 255\nabc"), picture("b.pgm")}),
            kBadInput);
  std::istringstream lines(errors_.str());
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) {
    all.push_back(line);
  }
  ASSERT_EQ(all.size(), 7U) << errors_.str();
  const char* names[] = {"missing.png", "empty.png", "note.txt", folder_.path().c_str(),
                         "zero.ppm",    "huge.ppm",  "short.pgm"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(all[i].starts_with("sobelcam: ")) << all[i];
    EXPECT_NE(all[i].find(names[i]), std::string::npos) << all[i];
  }
  EXPECT_TRUE(std::filesystem::exists(in("out_a_edge.png")));
  EXPECT_TRUE(std::filesystem::exists(in("out_b_edge.png")));
}

TEST_F(Process, ANameWithControlBytesStaysOneLine) {
  EXPECT_EQ(run({in("bad\nname\x1B[31m.png")}), kBadInput);
  EXPECT_TRUE(errors_.str().ends_with("bad\\x0aname\\x1b[31m.png: no such file\n")) << errors_.str();
}

TEST_F(Process, RefusesAnEmptyPrefix) {
  options_.prefix = "";
  EXPECT_EQ(run({picture("a.pgm")}), kBadInput);
  EXPECT_NE(errors_.str().find("--out needs a prefix"), std::string::npos);
}

TEST_F(Process, SaysWhenItsReportCannotBeWritten) {
  out_.setstate(std::ios::failbit);
  EXPECT_EQ(run({picture("a.pgm")}), kBadInput);
  EXPECT_NE(errors_.str().find("the report cannot be written"), std::string::npos);
}

TEST_F(Process, RefusesToOverwriteAnInput) {
  const auto input = picture("out_gray.png");
  EXPECT_EQ(run({input}), kBadInput);
  EXPECT_NE(errors_.str().find("would overwrite an input"), std::string::npos) << errors_.str();
  EXPECT_EQ(std::filesystem::file_size(input), 17U);
}

TEST_F(Process, MakesTheFolderOfThePrefix) {
  options_.prefix = in("new/deep/out").string();
  EXPECT_EQ(run({picture("a.pgm")}), kOk) << errors_.str();
  EXPECT_TRUE(std::filesystem::exists(in("new/deep/out_edge.png")));
}

TEST_F(Process, SaysWhyItCannotWriteAndLeavesNoHalfFile) {
  file("blocked", "a file where a folder is needed");
  options_.prefix = in("blocked/out").string();
  EXPECT_EQ(run({picture("a.pgm")}), kBadInput);
  EXPECT_NE(errors_.str().find("cannot write"), std::string::npos) << errors_.str();
  EXPECT_NE(errors_.str().find("blocked/out_gray.png"), std::string::npos) << errors_.str();
}

TEST_F(Process, RefusesAnUnknownPipelineWithTheKnownOnes) {
  options_.pipelines = {"nope"};
  EXPECT_EQ(run({picture("a.pgm")}), kBadInput);
  EXPECT_NE(errors_.str().find("no such pipeline 'nope'; known: auto"), std::string::npos) << errors_.str();
}

TEST_F(Process, ComparesEveryPipelineWithTheReference) {
  options_.pipelines = {"all"};
  options_.compare = true;
  EXPECT_EQ(run({picture("a.pgm")}), kOk);
  EXPECT_NE(out_.str().find("reference: equal to the reference in every plane, byte and bin"), std::string::npos)
      << out_.str();
}

TEST_F(Process, SaysHowMuchFasterAndWritesThePicturesOfEachPipelineThatItCompares) {
  options_.pipelines = {"cpu", "reference"};
  options_.compare = true;
  ASSERT_EQ(run({picture("a.pgm")}), kOk) << errors_.str();
  EXPECT_NE(out_.str().find("times as fast as the reference, kernels alone; "), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find(" times with transfers\n"), std::string::npos) << out_.str();
  for (const char* name : {"out_edge.png", "out_cpu_edge.png", "out_reference_gray.png"}) {
    EXPECT_TRUE(std::filesystem::exists(in(name))) << name;
  }
}

}  // namespace
}  // namespace sobelcam::tool
