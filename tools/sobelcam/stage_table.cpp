// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/stage_table.h"

#include <array>
#include <cstdio>
#include <ostream>
#include <string>

namespace sobelcam::tool {
namespace {

void print_row(std::ostream& out, std::string_view pipeline, std::string_view stage, Microseconds duration) {
  std::array<char, 96> line{};
  std::snprintf(line.data(), line.size(), "  %-14.14s %-12.12s %14.1f us\n", std::string(pipeline).c_str(),
                std::string(stage).c_str(), duration.count());
  out << line.data();
}

}  // namespace

void print_stages(std::ostream& out, std::string_view pipeline, const EdgeResult& result) {
  Microseconds total{};
  for (const StageTiming& timing : result.timings()) {
    print_row(out, pipeline, timing.stage, timing.duration);
    total += timing.duration;
  }
  print_row(out, pipeline, "total", total);
}

}  // namespace sobelcam::tool
