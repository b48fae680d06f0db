// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/kernel_variants.h"

#include <algorithm>
#include <array>

namespace sobelcam::tool {
namespace {

constexpr double kFlopsOfGray = 5;
constexpr double kFlopsOfTaps = 7;
constexpr double kFlopsOfSobel = 17;
constexpr double kFlopsOfU8 = 1;
/// A tile of 32 rows of values across has four more for the pass down.
constexpr double kTileRows = 36.0 / 32;

constexpr std::array kVariants{
    StageVariant{VariantId::kGrayBytes, Stage::kGray, "gray: bytes", 3 + 4, kFlopsOfGray, 1},
    StageVariant{VariantId::kGrayWords, Stage::kGray, "gray: words", 3 + 4, kFlopsOfGray, 1},
    StageVariant{VariantId::kBlurSeparable, Stage::kBlur, "blur: separable", 16, 2 * kFlopsOfTaps, 2},
    StageVariant{VariantId::kBlur25Taps, Stage::kBlur, "blur: 25 taps", 8, 6 * kFlopsOfTaps, 1},
    StageVariant{VariantId::kBlurTile, Stage::kBlur, "blur: tile", 8, (kTileRows + 1) * kFlopsOfTaps, 1},
    StageVariant{VariantId::kSobelDirect, Stage::kSobel, "sobel: direct", 8, kFlopsOfSobel, 1},
    StageVariant{VariantId::kSobelTile, Stage::kSobel, "sobel: tile", 8, kFlopsOfSobel, 1},
    StageVariant{VariantId::kHistogramGlobal, Stage::kQuantize, "histogram: global", 5, kFlopsOfU8, 2},
    StageVariant{VariantId::kHistogramBlock, Stage::kQuantize, "histogram: block", 5, kFlopsOfU8, 2},
    StageVariant{VariantId::kHistogramWarp, Stage::kQuantize, "histogram: warp", 5, kFlopsOfU8, 2},
};

KernelChain make_baseline() {
  return {{}, {VariantId::kGrayBytes, VariantId::kBlurSeparable, VariantId::kSobelDirect, VariantId::kHistogramGlobal}};
}

}  // namespace

std::span<const StageVariant> stage_variants() {
  return kVariants;
}

const StageVariant& variant(VariantId id) {
  return *std::find_if(kVariants.begin(), kVariants.end(), [id](const StageVariant& each) { return each.id == id; });
}

std::vector<KernelChain> ablation_chains() {
  const KernelChain baseline = make_baseline();
  std::vector<KernelChain> chains{baseline};
  chains.front().name = "baseline";
  for (const StageVariant& each : kVariants) {
    VariantId& taken = chains.front().variants.at(static_cast<std::size_t>(each.stage));
    if (each.id == taken) {
      continue;
    }
    KernelChain& alone = chains.emplace_back(baseline);
    alone.name = each.name;
    alone.variants.at(static_cast<std::size_t>(each.stage)) = each.id;
  }
  chains.push_back({"all together",
                    {VariantId::kGrayWords, VariantId::kBlurTile, VariantId::kSobelTile, VariantId::kHistogramWarp}});
  return chains;
}

}  // namespace sobelcam::tool
