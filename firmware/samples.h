// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/edge_result.h"

namespace sobelcam {

/// What a run of durations looked like.
///
/// Units:    microseconds; the percentiles are of the last 1024 durations, count and max of all
struct Distribution {
  std::uint64_t count = 0;
  double last = 0;
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;
  double max = 0;
};

/// Collects durations without allocating.
class RecentSamples {
 public:
  void add(Microseconds duration);
  Distribution distribution() const;

 private:
  std::array<float, 1024> ring_{};
  std::uint64_t count_ = 0;
  double last_ = 0;
  double max_ = 0;
};

}  // namespace sobelcam
