// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/samples.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sobelcam {

void RecentSamples::add(Microseconds duration) {
  last_ = duration.count();
  max_ = count_ == 0 ? last_ : std::max(max_, last_);
  ring_.at(count_ % ring_.size()) = static_cast<float>(last_);
  ++count_;
}

Distribution RecentSamples::distribution() const {
  Distribution result{count_, last_, 0, 0, 0, max_};
  if (count_ == 0) {
    return result;
  }
  const std::size_t kept = std::min<std::uint64_t>(count_, ring_.size());
  std::vector<float> sorted(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(kept));
  std::sort(sorted.begin(), sorted.end());
  // Nearest rank: the smallest duration that at least this share of all does not exceed.
  const auto rank = [&](double share) {
    const auto index = static_cast<std::size_t>(std::ceil(share * static_cast<double>(kept)));
    return static_cast<double>(sorted[index == 0 ? 0 : index - 1]);
  };
  result.p50 = rank(0.50);
  result.p95 = rank(0.95);
  result.p99 = rank(0.99);
  return result;
}

}  // namespace sobelcam
