// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_gpu.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "drivers/gpu/usable_device.h"

namespace sobelcam::tool {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20U;

std::string version_in_words(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

BenchGpu describe(const gpu::Device& device) {
  const gpu::DeviceProperties& properties = device.properties();
  return {properties.name,          properties.compute_capability(), properties.multiprocessors,
          properties.async_engines, properties.integrated,           properties.l2_bytes,
          properties.total_bytes,   device.driver_version()};
}

std::string gpu_line(const BenchGpu& gpu) {
  return "GPU:     " + gpu.name + ", sm_" + std::to_string(gpu.compute_capability) + ", " +
         std::to_string(gpu.multiprocessors) + " multiprocessors, L2 " + std::to_string(gpu.l2_bytes / kMebibyte) +
         " MiB,\n         copy engines: " + std::to_string(gpu.copy_engines) + (gpu.integrated ? ", integrated" : "") +
         ", driver for CUDA " + version_in_words(gpu.driver_version) + "\n";
}

nlohmann::ordered_json to_json(const BenchGpu& gpu) {
  return {{"name", gpu.name},
          {"compute_capability", gpu.compute_capability},
          {"multiprocessors", gpu.multiprocessors},
          {"copy_engines", gpu.copy_engines},
          {"integrated", gpu.integrated},
          {"l2_bytes", gpu.l2_bytes},
          {"total_bytes", gpu.total_bytes},
          {"driver_version", gpu.driver_version}};
}

gpu::Device open_bench_gpu(std::string_view command) {
  gpu::UsableDevice found = gpu::usable_device();
  if (!found.device) {
    throw std::runtime_error("'" + std::string(command) + "' needs an NVIDIA GPU: " + found.reason);
  }
  return std::move(*found.device);
}

}  // namespace sobelcam::tool
