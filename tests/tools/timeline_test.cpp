// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace sobelcam::tool {
namespace {

constexpr auto kUpload = OperationKind::kUpload;
constexpr auto kKernel = OperationKind::kKernel;
constexpr auto kDownload = OperationKind::kDownload;

/// Two frames, one behind the other.
const std::vector<Operation> kSerial{{kUpload, 0, 0, 0, 100},   {kKernel, 0, 0, 100, 120}, {kDownload, 0, 0, 120, 220},
                                     {kUpload, 1, 0, 220, 320}, {kKernel, 1, 0, 320, 340}, {kDownload, 1, 0, 340, 440}};

/// The second frame goes up while the first is worked on and comes back.
const std::vector<Operation> kOverlapping{{kUpload, 0, 0, 0, 100},     {kKernel, 0, 0, 100, 120},
                                          {kDownload, 0, 0, 120, 220}, {kUpload, 1, 1, 100, 200},
                                          {kKernel, 1, 1, 200, 220},   {kDownload, 1, 1, 220, 320}};

const Operation& operation(const std::vector<Operation>& timeline, OperationKind kind, std::size_t frame) {
  return *std::find_if(timeline.begin(), timeline.end(),
                       [=](const Operation& each) { return each.kind == kind && each.frame == frame; });
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(Overlap, OfASerialTimelineIsNothing) {
  const Overlap overlap = overlap_of(kSerial);
  EXPECT_EQ(overlap.span_us, 440);
  EXPECT_EQ(overlap.upload_us, 200);
  EXPECT_EQ(overlap.kernel_us, 40);
  EXPECT_EQ(overlap.any_two_us, 0);
  EXPECT_FALSE(overlap.significant);
}

TEST(Overlap, IsMeasuredForEachPairOfKinds) {
  const Overlap overlap = overlap_of(kOverlapping);
  EXPECT_EQ(overlap.span_us, 320);
  EXPECT_EQ(overlap.upload_and_kernel_us, 20);
  EXPECT_EQ(overlap.upload_and_download_us, 80);
  EXPECT_EQ(overlap.kernel_and_download_us, 20);
  EXPECT_EQ(overlap.any_two_us, 120);
  EXPECT_TRUE(overlap.significant);
}

TEST(Overlap, OfAllThreeKindsAtOnceCountsOnce) {
  const std::vector<Operation> all{{kUpload, 2, 0, 0, 90}, {kKernel, 1, 1, 10, 90}, {kDownload, 0, 2, 20, 90}};
  EXPECT_EQ(overlap_of(all).any_two_us, 80);
}

TEST(Overlap, OfOneKindWithItselfIsNone) {
  EXPECT_EQ(overlap_of(std::vector<Operation>{{kKernel, 0, 0, 0, 50}, {kKernel, 1, 1, 20, 70}}).any_two_us, 0);
  EXPECT_EQ(overlap_of(std::vector<Operation>{{kKernel, 0, 0, 0, 50}, {kKernel, 1, 1, 20, 70}}).kernel_us, 70);
}

TEST(Overlap, OfNothingIsNothing) {
  EXPECT_EQ(overlap_of({}).span_us, 0);
}

TEST(Overlap, IsNotClaimedFromLessThanTheMarksCanTell) {
  std::vector<Operation> nearly = kSerial;
  nearly[3].start_us = 217.5;
  EXPECT_FALSE(overlap_of(nearly).significant) << "2.5 us, and six operations may be wrong by 3 us";
  nearly[3].start_us = 216.5;
  EXPECT_TRUE(overlap_of(nearly).significant);
}

TEST(OverlapInWords, SaysThatASerialTimelineIsSerial) {
  EXPECT_TRUE(in_words(overlap_of(kSerial)).starts_with("Nothing overlapped: ")) << in_words(overlap_of(kSerial));
}

TEST(OverlapInWords, SaysByHowMuchAnOverlappingTimelineOverlaps) {
  EXPECT_EQ(in_words(overlap_of(kOverlapping)),
            "Overlapped for 120.0 us of 320.0 us: uploads beside kernels 20.0 us, uploads beside downloads 80.0 us, "
            "kernels beside downloads 20.0 us.");
}

TEST(Marks, AnOperationThatWaitedForItsEngineStartsWhenTheOneBeforeEnds) {
  const auto timeline = from_marks({{kUpload, 0, 0, 0, 100}, {kUpload, 1, 1, 5, 200}, {kKernel, 0, 0, 100, 120}}, 2);
  EXPECT_EQ(operation(timeline, kUpload, 1).start_us, 100);
  EXPECT_EQ(operation(timeline, kUpload, 0).start_us, 0);
  EXPECT_EQ(operation(timeline, kKernel, 0).start_us, 100);
}

TEST(Marks, CopiesOfBothDirectionsShareTheOnlyEngine) {
  const std::vector<Operation> marks{{kDownload, 0, 0, 120, 220}, {kUpload, 1, 1, 100, 300}};
  EXPECT_EQ(operation(from_marks(marks, 1), kUpload, 1).start_us, 220);
  EXPECT_EQ(operation(from_marks(marks, 2), kUpload, 1).start_us, 100);
}

TEST(Gantt, IsAHundredColumnsWithALineForEachKind) {
  const auto lines = lines_of(gantt(kOverlapping));
  ASSERT_EQ(lines.size(), 3U);
  for (const std::string& line : lines) {
    EXPECT_EQ(line.size(), 100U) << line;
  }
  EXPECT_TRUE(lines[0].starts_with("upload   |0"));
  EXPECT_TRUE(lines[1].starts_with("kernel   |."));
  EXPECT_TRUE(lines[2].ends_with("1|"));
}

TEST(Gantt, ShowsForHowLongAFrameWasWorkedOn) {
  const std::string uploads = lines_of(gantt(kSerial))[0];
  EXPECT_NEAR(static_cast<double>(std::count(uploads.begin(), uploads.end(), '0')), 89 * 100 / 440.0, 1);
  EXPECT_NEAR(static_cast<double>(std::count(uploads.begin(), uploads.end(), '1')), 89 * 100 / 440.0, 1);
}

TEST(Gantt, ShowsAnOperationThatIsShorterThanAColumn) {
  const std::vector<Operation> brief{{kUpload, 0, 0, 0, 1000}, {kKernel, 12, 0, 1000, 1000.5}};
  const auto lines = lines_of(gantt(brief));
  EXPECT_NE(lines[1].find('c'), std::string::npos) << lines[1];
  EXPECT_EQ(lines[1].size(), 100U);
}

TEST(Gantt, OfNothingIsEmptyLines) {
  EXPECT_EQ(lines_of(gantt({})).size(), 3U);
}

}  // namespace
}  // namespace sobelcam::tool
