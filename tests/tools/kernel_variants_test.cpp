// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/kernel_variants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sobelcam::tool {
namespace {

class KernelVariants : public testing::Test {
 protected:
  /// In how many stages a chain is not the baseline.
  std::ptrdiff_t changes(const KernelChain& chain) const {
    std::ptrdiff_t count = 0;
    for (std::size_t stage = 0; stage < kStages; ++stage) {
      count += chain.variants.at(stage) != chains_.front().variants.at(stage) ? 1 : 0;
    }
    return count;
  }

  const std::vector<KernelChain> chains_ = ablation_chains();
};

TEST_F(KernelVariants, TheBaselineIsTheFirstVariantOfEachStage) {
  EXPECT_EQ(chains_.front().name, "baseline");
  for (const VariantId id : chains_.front().variants) {
    const auto same_stage = [id](const StageVariant& each) { return each.stage == variant(id).stage; };
    EXPECT_EQ(std::find_if(stage_variants().begin(), stage_variants().end(), same_stage)->id, id);
  }
}

TEST_F(KernelVariants, EveryOptimizationIsTriedAloneAndThenAllTogether) {
  std::set<VariantId> alone;
  for (std::size_t chain = 1; chain + 1 < chains_.size(); ++chain) {
    EXPECT_EQ(changes(chains_[chain]), 1) << chains_[chain].name;
    for (const VariantId id : chains_[chain].variants) {
      if (variant(id).name == chains_[chain].name) {
        alone.insert(id);
      }
    }
  }
  EXPECT_EQ(alone.size(), stage_variants().size() - kStages);
  EXPECT_EQ(chains_.back().name, "all together");
  EXPECT_EQ(changes(chains_.back()), static_cast<std::ptrdiff_t>(kStages));
}

TEST_F(KernelVariants, EachStageOfAChainHasAVariantOfThatStage) {
  for (const KernelChain& chain : chains_) {
    for (std::size_t stage = 0; stage < kStages; ++stage) {
      EXPECT_EQ(static_cast<std::size_t>(variant(chain.variants.at(stage)).stage), stage) << chain.name;
    }
  }
}

TEST_F(KernelVariants, VariantsOfOneNameWouldNotBeToldApart) {
  std::set<std::string_view> names;
  for (const StageVariant& each : stage_variants()) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(variant(each.id).name, each.name);
  }
}

TEST_F(KernelVariants, OneLaunchMovesLessThanTwo) {
  EXPECT_LT(variant(VariantId::kBlurTile).bytes_per_pixel, variant(VariantId::kBlurSeparable).bytes_per_pixel);
  EXPECT_GT(variant(VariantId::kBlur25Taps).flops_per_pixel, variant(VariantId::kBlurTile).flops_per_pixel);
}

}  // namespace
}  // namespace sobelcam::tool
