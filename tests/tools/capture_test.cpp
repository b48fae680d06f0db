// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/capture.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "drivers/bundle/bundle_reader.h"
#include "drivers/camera/open_source.h"
#include "drivers/files/read_file.h"
#include "kernels/pipelines.h"
#include "tests/support/command.h"
#include "tests/support/temp_dir.h"

namespace sobelcam::tool {
namespace {

const std::string kPhotos = "replay:" SOBELCAM_TEST_DATA "/photos";

std::unique_ptr<FrameSource> open_unpaced(const std::string& spec) {
  SourceOptions options;
  options.delivery = Delivery::kEvery;
  options.paced = false;
  return std::move(std::get<std::unique_ptr<FrameSource>>(open_source(parse_source_spec(spec), options)));
}

Frame next_frame(FrameSource& source) {
  return std::get<Frame>(source.next(std::chrono::steady_clock::now() + std::chrono::seconds(10)));
}

class Capture : public testing::TestWithParam<const char*> {
 protected:
  Capture() {
    options_.source = kPhotos;
    options_.frames = 4;
    options_.out = dir_ / "bundle";
    options_.pipeline = "cpu";
    options_.planes = {"gray", "blur", "equalized", "magnitude"};
    options_.format = GetParam();
  }

  ExitCode run() { return capture(options_, out_, errors_); }

  test::TempDir dir_;
  CaptureOptions options_;
  std::ostringstream out_;
  std::ostringstream errors_;
};

TEST_P(Capture, HoldsThePhotosBytesAndWhatThePipelineMadeOfThem) {
  ASSERT_EQ(run(), kOk) << errors_.str();
  auto opened = BundleReader::open(options_.out);
  ASSERT_TRUE(std::holds_alternative<BundleReader>(opened));
  auto& reader = std::get<BundleReader>(opened);
  EXPECT_EQ(reader.manifest().pipeline, "cpu");
  const auto photos = open_unpaced(kPhotos);
  const auto reference = choose_pipeline("reference").make({});
  BundleStep step = reader.next();
  for (; std::holds_alternative<RecordedFrame>(step); step = reader.next()) {
    const auto& recorded = std::get<RecordedFrame>(step);
    EXPECT_TRUE(intact(recorded));
    Frame photo = next_frame(*photos);
    ASSERT_EQ(recorded.view.layout, photo.layout());
    for (std::uint32_t y = 0; y < photo.layout().height; ++y) {
      ASSERT_EQ(std::memcmp(recorded.view.row(y), photo.view().row(y),
                            row_bytes(photo.layout().format, photo.layout().width)),
                0);
    }
    EXPECT_TRUE(std::equal(recorded.jpeg.begin(), recorded.jpeg.end(), photo.jpeg().begin(), photo.jpeg().end()));
    const auto expected = reference->process(std::move(photo), {PlaneSet::all(), false, false});
    EXPECT_EQ(recorded.histogram, expected->histogram());
    for (std::uint32_t y = 0; y < recorded.edges.height; ++y) {
      ASSERT_EQ(std::memcmp(recorded.edges.row(y), expected->edges().row(y), recorded.edges.width), 0);
      ASSERT_EQ(std::memcmp(recorded.magnitude.row(y), expected->magnitude().row(y), 4 * recorded.edges.width), 0);
    }
  }
  ASSERT_TRUE(std::holds_alternative<BundleEnd>(step));
  EXPECT_TRUE(std::get<BundleEnd>(step).whole);
  EXPECT_EQ(std::get<BundleEnd>(step).frames, 4U);
}

TEST_P(Capture, IsReplayedBitByBit) {
  ASSERT_EQ(run(), kOk) << errors_.str();
  const auto photos = open_unpaced(kPhotos);
  const auto replayed = open_unpaced("replay:" + options_.out.string());
  for (int i = 0; i < 4; ++i) {
    const Frame expected = next_frame(*photos);
    const Frame actual = next_frame(*replayed);
    ASSERT_EQ(actual.layout(), expected.layout());
    for (std::uint32_t y = 0; y < expected.layout().height; ++y) {
      ASSERT_EQ(std::memcmp(actual.view().row(y), expected.view().row(y),
                            row_bytes(expected.layout().format, expected.layout().width)),
                0);
    }
    EXPECT_EQ(actual.jpeg().size(), expected.jpeg().size());
  }
}

TEST_P(Capture, IsNotOverwrittenUnasked) {
  ASSERT_EQ(run(), kOk);
  EXPECT_EQ(run(), kBadInput);
  EXPECT_NE(errors_.str().find("--overwrite"), std::string::npos) << errors_.str();
  options_.overwrite = true;
  EXPECT_EQ(run(), kOk);
}

TEST_P(Capture, ASourceThatIsNotThereLeavesNothing) {
  options_.source = "replay:" + (dir_ / "nothing").string();
  EXPECT_EQ(run(), kBadInput);
  EXPECT_FALSE(errors_.str().empty());
  EXPECT_TRUE(std::filesystem::is_empty(dir_.path()));
}

TEST_P(Capture, UnknownPlanesAreBadUsage) {
  options_.planes = {"purple"};
  EXPECT_EQ(run(), kBadInput);
  EXPECT_NE(errors_.str().find("purple"), std::string::npos);
}

TEST_P(Capture, IsReadWithoutOurToolsByNumpyAndGivesTheSameGray) {
  if (test::run_command("/usr/bin/python3 -c 'import numpy'").exit_code != 0) {
    GTEST_SKIP() << "python3-numpy is not installed";
  }
  ASSERT_EQ(run(), kOk) << errors_.str();
  const auto result =
      test::run_command("/usr/bin/python3 " SOBELCAM_SOURCE_DIR "/tests/tools/read_bundle.py " + options_.out.string());
  EXPECT_EQ(result.exit_code, 0) << result.output;
  EXPECT_NE(result.output.find("4 frames"), std::string::npos) << result.output;
}

INSTANTIATE_TEST_SUITE_P(Formats, Capture, testing::Values("tar", "folder"),
                         [](const auto& format) { return std::string(format.param); });

}  // namespace
}  // namespace sobelcam::tool
