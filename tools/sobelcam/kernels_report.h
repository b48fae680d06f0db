// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/sobelcam/bench_gpu.h"
#include "tools/sobelcam/bench_machine.h"
#include "tools/sobelcam/kernel_variants.h"
#include "tools/sobelcam/report_card.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {

/// One line of the ablation: a chain, and how it compares with the baseline.
struct ChainTiming {
  KernelChain chain;
  std::string difference;  ///< from the reference, in words; such a chain is not timed
  Statistics chain_us;
  std::optional<double> change_percent;  ///< of the median against the baseline's; below zero is faster
};

/// Sets the changes of all that were timed, where the baseline was.
void compare_with_baseline(std::vector<ChainTiming>& chains);

/// The chain of each stage's fastest variant, as the report card has them; nothing where a stage has none.
std::optional<KernelChain> fastest_of_each(const std::vector<ReportCardLine>& card);

/// Everything that one run of 'bench kernels' found.
struct KernelsReport {
  BenchMachine machine;
  BenchGpu gpu;
  FrameSize size;
  std::size_t runs = 0;
  std::vector<FrameSize> validated_sizes;
  std::size_t rotated_sets = 0;      ///< of planes, that the report card's launches take in turn
  bool beyond_second_level = false;  ///< whether they are more bytes than twice the second-level cache
  GpuLimits limits;
  std::vector<ChainTiming> chains;  ///< the baseline first
  std::vector<ReportCardLine> card;
};

/// At most 100 columns.
void print(std::ostream& out, const KernelsReport& report);

/// The schema is in tools/README.md.
nlohmann::ordered_json to_json(const KernelsReport& report);

}  // namespace sobelcam::tool
