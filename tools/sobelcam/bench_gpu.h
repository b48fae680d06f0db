// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "drivers/gpu/device.h"

namespace sobelcam::tool {

/// The device that a measurement was made on.
struct BenchGpu {
  std::string name;
  int compute_capability = 0;  ///< 90 for 9.0
  int multiprocessors = 0;
  int copy_engines = 0;
  bool integrated = false;  ///< shares the machine's memory
  std::size_t l2_bytes = 0;
  std::size_t total_bytes = 0;
  int driver_version = 0;  ///< 13000 for 13.0
};

BenchGpu describe(const gpu::Device& device);

/// "GPU:     NVIDIA H200, sm_90, 132 multiprocessors, ..."
std::string gpu_line(const BenchGpu& gpu);
nlohmann::ordered_json to_json(const BenchGpu& gpu);

/// The GPU for a bench, current to this thread.
/// Errors:   std::runtime_error that says why there is none and what would help, and names the command
gpu::Device open_bench_gpu(std::string_view command);

}  // namespace sobelcam::tool
