// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/report_card.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tools/sobelcam/kernels_report.h"

namespace sobelcam::tool {
namespace {

constexpr FrameSize kMegapixel{1000, 1000};

/// 1 TB/s, 10 TFLOP/s, 2 us a launch: a megapixel's byte takes 1 us, its operation 0.1 us.
constexpr GpuLimits kLimits{1000, 10, 2};

StageVariant demanding(double bytes, double flops, unsigned launches) {
  return {VariantId::kGrayBytes, Stage::kGray, "", bytes, flops, launches};
}

ReportCardLine took(VariantId id, double us) {
  return {id, predict(variant(id), kMegapixel, kLimits), us};
}

ChainTiming timed(double median_us) {
  ChainTiming line;
  line.chain = ablation_chains().front();
  line.chain_us = summarize({median_us});
  return line;
}

TEST(ReportCard, EachLimitGivesATime) {
  const Prediction prediction = predict(demanding(8, 30, 3), kMegapixel, kLimits);
  EXPECT_DOUBLE_EQ(prediction.memory_us, 8);
  EXPECT_DOUBLE_EQ(prediction.arithmetic_us, 3);
  EXPECT_DOUBLE_EQ(prediction.launch_us, 6);
}

TEST(ReportCard, TheGreatestTimeIsTheBound) {
  EXPECT_EQ(predict(demanding(8, 30, 3), kMegapixel, kLimits).bound, Bound::kMemory);
  EXPECT_EQ(predict(demanding(8, 90, 3), kMegapixel, kLimits).bound, Bound::kArithmetic);
  EXPECT_EQ(predict(demanding(8, 30, 5), kMegapixel, kLimits).bound, Bound::kLaunch);
  EXPECT_DOUBLE_EQ(predict(demanding(8, 90, 3), kMegapixel, kLimits).least_us, 9);
}

TEST(ReportCard, SmallFramesAreBoundByTheLaunch) {
  EXPECT_EQ(predict(demanding(8, 30, 1), {64, 48}, kLimits).bound, Bound::kLaunch);
}

TEST(ReportCard, ThePercentageIsOfTheGreatestTime) {
  const ReportCardLine line{VariantId::kGrayBytes, predict(demanding(8, 30, 3), kMegapixel, kLimits), 16};
  EXPECT_DOUBLE_EQ(line.percent_of_limit(), 50);
}

TEST(ReportCard, TheFastestOfEachStageMakesAChain) {
  const auto chain = fastest_of_each({took(VariantId::kGrayBytes, 9), took(VariantId::kGrayWords, 8),
                                      took(VariantId::kBlurSeparable, 20), took(VariantId::kBlur25Taps, 19),
                                      took(VariantId::kBlurTile, 21), took(VariantId::kSobelDirect, 9),
                                      took(VariantId::kSobelTile, 10), took(VariantId::kHistogramWarp, 6)});
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->variants, (std::array{VariantId::kGrayWords, VariantId::kBlur25Taps, VariantId::kSobelDirect,
                                         VariantId::kHistogramWarp}));
}

TEST(ReportCard, NoChainIsMadeWhereAStageHasNoSoundVariant) {
  EXPECT_FALSE(fastest_of_each({took(VariantId::kGrayBytes, 9)}));
  EXPECT_FALSE(fastest_of_each({}));
}

TEST(Ablation, ChangesAreAgainstTheBaselinesMedian) {
  std::vector<ChainTiming> chains{timed(50), timed(40), timed(60)};
  compare_with_baseline(chains);
  EXPECT_DOUBLE_EQ(chains[0].change_percent.value(), 0);
  EXPECT_NEAR(chains[1].change_percent.value(), -20, 1e-9);
  EXPECT_NEAR(chains[2].change_percent.value(), 20, 1e-9);
}

TEST(Ablation, WithoutABaselineNothingIsCompared) {
  std::vector<ChainTiming> chains{timed(50), timed(40)};
  chains[0].chain_us = {};
  compare_with_baseline(chains);
  EXPECT_FALSE(chains[1].change_percent);
}

class KernelsReportTest : public testing::Test {
 protected:
  void SetUp() override {
    report_.size = {1920, 1080};
    report_.limits = kLimits;
    report_.validated_sizes = {{1920, 1080}, {643, 479}};
    report_.chains = {timed(1234.5), timed(99999.5)};
    report_.chains.push_back({ablation_chains().back(), "at 643x479: blur differs at x=1 y=2", {}, {}});
    compare_with_baseline(report_.chains);
    for (const StageVariant& each : stage_variants()) {
      report_.card.push_back(took(each.id, 12345));
    }
  }

  KernelsReport report_;
};

TEST_F(KernelsReportTest, TheTableFitsAHundredColumns) {
  std::ostringstream out;
  print(out, report_);
  std::istringstream lines(out.str());
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 100U) << line;
  }
  EXPECT_GT(count, 20U);
}

TEST_F(KernelsReportTest, AChainThatDiffersIsNamedWithWhereAndHasNoTime) {
  std::ostringstream out;
  print(out, report_);
  EXPECT_NE(out.str().find("NOT TIMED: all together differs from the reference at 643x479: blur differs at x=1 y=2"),
            std::string::npos)
      << out.str();
  const nlohmann::json document = to_json(report_);
  EXPECT_EQ(document.at("chains").at(2).at("status"), "different");
  EXPECT_FALSE(document.at("chains").at(2).contains("median_us"));
}

TEST_F(KernelsReportTest, TheDocumentHoldsTheChainsAndTheCard) {
  const nlohmann::json document = to_json(report_);
  EXPECT_EQ(document.at("chains").at(0).at("median_us"), 1234.5);
  EXPECT_EQ(document.at("chains").at(0).at("change_percent"), 0);
  EXPECT_EQ(document.at("report_card").size(), stage_variants().size());
  EXPECT_EQ(document.at("report_card").at(0).at("bound"), "memory");
  EXPECT_EQ(document.at("limits").at("copy_gb_per_s"), 1000);
}

}  // namespace
}  // namespace sobelcam::tool
