// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sobelcam::tool {

/// What a measurement was made with: numbers without it mean nothing.
struct BenchMachine {
  std::string cpu;
  unsigned hardware_threads = 1;
  std::string version;  ///< of sobelcam
  std::string compiler;
  std::string build_type;
  double load_average = 0;  ///< over the minute before: what else runs here takes part in every number
};

BenchMachine this_machine();

nlohmann::ordered_json to_json(const BenchMachine& machine);

/// The model as /proc/cpuinfo words it, "unknown" where it has none.
std::string cpu_model(std::istream& cpuinfo);

}  // namespace sobelcam::tool
