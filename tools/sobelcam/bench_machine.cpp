// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_machine.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <thread>

#include "drivers/files/printable.h"

namespace sobelcam::tool {

std::string cpu_model(std::istream& cpuinfo) {
  for (std::string line; std::getline(cpuinfo, line);) {
    // x86 and most ARM kernels say "model name"; the others name the board only, in "Model" or "Hardware".
    const bool names_it = line.starts_with("model name") || line.starts_with("Model\t") || line.starts_with("Hardware");
    const std::size_t colon = line.find(':');
    const std::size_t value = colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
    if (names_it && value != std::string::npos) {
      return printable(std::string_view(line).substr(value));
    }
  }
  return "unknown";
}

BenchMachine this_machine() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  double load_average = 0;
  std::ifstream("/proc/loadavg") >> load_average;
  return {cpu_model(cpuinfo),  std::max(1U, std::thread::hardware_concurrency()),
          SOBELCAM_VERSION,    SOBELCAM_COMPILER,
          SOBELCAM_BUILD_TYPE, load_average};
}

nlohmann::ordered_json to_json(const BenchMachine& machine) {
  return {{"cpu", machine.cpu},
          {"hardware_threads", machine.hardware_threads},
          {"compiler", machine.compiler},
          {"build_type", machine.build_type},
          {"load_average", machine.load_average}};
}

}  // namespace sobelcam::tool
