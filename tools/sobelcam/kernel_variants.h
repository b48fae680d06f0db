// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sobelcam::tool {

/// A stage of SPEC.md that 'bench kernels' has several kernels for.
enum class Stage : std::uint8_t { kGray, kBlur, kSobel, kQuantize };

inline constexpr std::size_t kStages = 4;

enum class VariantId : std::uint8_t {
  kGrayBytes,
  kGrayWords,
  kBlurSeparable,
  kBlur25Taps,
  kBlurTile,
  kSobelDirect,
  kSobelTile,
  kHistogramGlobal,
  kHistogramBlock,
  kHistogramWarp,
};

/// One way to compute a stage, and what it has to do for each pixel at least.
struct StageVariant {
  VariantId id{};
  Stage stage{};
  std::string_view name;
  double bytes_per_pixel = 0;  ///< each plane that is read and each that is written, once
  double flops_per_pixel = 0;  ///< a fused multiply-add is two, a root is one; what is computed again counts again
  unsigned launches = 1;       ///< kernels, and fills of counters
};

/// All of them, in the order of the stages; the first of each stage is its baseline.
std::span<const StageVariant> stage_variants();

const StageVariant& variant(VariantId id);

/// Which variant each stage of a chain takes.
struct KernelChain {
  std::string name;
  std::array<VariantId, kStages> variants{};

  bool operator==(const KernelChain&) const = default;
};

/// The baseline, each optimization alone, and one of each stage together.
std::vector<KernelChain> ablation_chains();

}  // namespace sobelcam::tool
