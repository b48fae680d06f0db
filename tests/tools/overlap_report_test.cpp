// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/overlap_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace sobelcam::tool {
namespace {

/// One plan that was timed, one that differs.
class OverlapReportTest : public testing::Test {
 protected:
  void SetUp() override {
    report_.size = {2051, 1027};
    report_.frames = 16;
    report_.rounds = 5;
    BatchTiming timed;
    timed.filter = "mean3x3";
    timed.plan = {"2 slots, graph", 2, false, true};
    timed.batch_us = summarize({900, 1000, 1100});
    timed.timeline = {{OperationKind::kUpload, 3, 1, 0.5, 12.25}, {OperationKind::kKernel, 3, 1, 12.25, 15}};
    BatchTiming different;
    different.filter = "edges";
    different.plan = {"in order", 1, true, false};
    different.difference = "round 2, frame 7: edges differs at x=3 y=4";
    report_.timings = {timed, different};
  }

  std::string table() const {
    std::ostringstream out;
    print(out, report_);
    return out.str();
  }

  OverlapReport report_;
};

TEST_F(OverlapReportTest, TheCsvHasALineForEachOperation) {
  std::ostringstream out;
  write_csv(out, report_);
  EXPECT_EQ(out.str(),
            "filter,streams,graph,frame,slot,operation,start_us,end_us\n"
            "mean3x3,2,1,3,1,upload,0.500,12.250\n"
            "mean3x3,2,1,3,1,kernel,12.250,15.000\n");
}

TEST_F(OverlapReportTest, TheDocumentHoldsMediansFramesASecondAndTheTimeline) {
  const nlohmann::json timing = nlohmann::json(to_json(report_)).at("timings").at(0);
  EXPECT_EQ(timing.at("median_us"), 1000);
  EXPECT_NEAR(timing.at("fps"), 16000, 1e-6);
  EXPECT_EQ(timing.at("timeline").size(), 2U);
  EXPECT_EQ(timing.at("timeline").at(0).at("operation"), "upload");
  EXPECT_EQ(timing.at("overlap").at("significant"), false);
}

TEST_F(OverlapReportTest, APlanThatDiffersIsNamedWithWhereAndHasNoTime) {
  EXPECT_NE(table().find("NOT TIMED: edges, in order: round 2, frame 7: edges differs at x=3 y=4"), std::string::npos)
      << table();
  const nlohmann::json timing = nlohmann::json(to_json(report_)).at("timings").at(1);
  EXPECT_EQ(timing.at("status"), "different");
  EXPECT_FALSE(timing.contains("median_us"));
}

TEST_F(OverlapReportTest, TheTableSaysWhetherAnythingOverlapped) {
  EXPECT_NE(table().find("Nothing overlapped: "), std::string::npos) << table();
}

TEST_F(OverlapReportTest, TheTableFitsAHundredColumns) {
  for (std::size_t frame = 0; frame < 16; ++frame) {
    const auto start_us = 10000.0 * static_cast<double>(frame);
    report_.timings[0].timeline.push_back({OperationKind::kUpload, frame, 0, start_us, start_us + 9000});
    report_.timings[0].timeline.push_back({OperationKind::kDownload, frame, 0, start_us, start_us + 9000});
  }
  ASSERT_NE(table().find("Overlapped for "), std::string::npos) << table();
  std::istringstream lines(table());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(BatchPlans, AreOneStreamAndOneToThreeSlotsEachAlsoAsAGraph) {
  std::vector<std::string> names;
  for (const BatchPlan& plan : batch_plans()) {
    names.push_back(plan.name);
    EXPECT_EQ(plan.graph, plan.name.ends_with(", graph"));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"in order", "1 slot", "2 slots", "3 slots", "in order, graph",
                                             "1 slot, graph", "2 slots, graph", "3 slots, graph"}));
}

}  // namespace
}  // namespace sobelcam::tool
