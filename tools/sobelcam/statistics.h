// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace sobelcam::tool {

/// The smallest value that at least this share of the values does not exceed (nearest rank); 0 where there are none.
///
/// Shapes:   sorted ascending; share from 0 to 1
double percentile(const std::vector<double>& sorted, double share);

/// The middle value, or the mean of the two middle ones; 0 where there are none. Any order.
double median(std::vector<double> values);

/// What many measurements of one thing say, in their unit.
struct Statistics {
  std::size_t count = 0;
  double min = 0;
  double median = 0;
  double p95 = 0;
  double mean = 0;
};

Statistics summarize(std::vector<double> values);

}  // namespace sobelcam::tool
