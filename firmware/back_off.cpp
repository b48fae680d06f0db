// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/back_off.h"

#include <algorithm>

namespace sobelcam {

BackOff::Time BackOff::next() {
  const Time longest = longest_;
  longest_ = std::min(2 * longest_, kCap);
  constexpr int kParts = 5;
  std::uniform_int_distribution<Time::rep> between((longest - longest / kParts).count(), longest.count());
  return Time(between(random_));
}

}  // namespace sobelcam
