// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/difference_words.h"

#include <algorithm>

namespace sobelcam::tool {

std::string difference_words(const std::optional<Difference>& difference) {
  if (!difference) {
    return {};
  }
  std::string words = describe(*difference);
  words.erase(words.find_last_not_of('\n') + 1);
  return words;
}

std::string difference_words(const Histogram& expected, std::span<const std::uint32_t, 256> actual) {
  const auto [wanted, found] = std::mismatch(expected.begin(), expected.end(), actual.begin());
  if (wanted == expected.end()) {
    return {};
  }
  return "histogram differs at bin " + std::to_string(wanted - expected.begin()) + ": expected " +
         std::to_string(*wanted) + ", actual " + std::to_string(*found);
}

}  // namespace sobelcam::tool
