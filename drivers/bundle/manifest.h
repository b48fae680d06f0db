// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "drivers/bundle/host_clock.h"

namespace sobelcam {

/// Which recording this is: what made it, from what, and when.
struct Manifest {
  std::string program;              ///< "sobelcamd"
  std::string program_version;      ///< "0.1.0"
  std::string spec_version;         ///< of kernels/SPEC.md
  std::string pipeline;             ///< of the first frame; empty where only the camera's bytes were recorded
  std::string device;               ///< what the pipeline ran on, in words
  std::string driver;               ///< the GPU driver's version; empty on a CPU
  std::string source;               ///< what was read, in words
  std::string system;               ///< kernel and machine
  std::vector<std::string> planes;  ///< those asked for beside the edges
  std::vector<std::pair<std::string, std::string>> options;  ///< name and value, as the user gave them
  HostClock clock;

  bool operator==(const Manifest&) const = default;
};

}  // namespace sobelcam
