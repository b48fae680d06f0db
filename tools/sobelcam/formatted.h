// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace sobelcam::tool {

/// printf into a string; what is longer than a line of a table can be is cut off.
template <typename... Values>
std::string formatted(const char* format, Values... values) {
  std::array<char, 192> line{};
  std::snprintf(line.data(), line.size(), format, values...);
  return line.data();
}

}  // namespace sobelcam::tool
