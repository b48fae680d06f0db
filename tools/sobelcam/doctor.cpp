// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/doctor.h"

#include <ostream>
#include <string>
#include <thread>

#include "drivers/gpu/usable_device.h"
#include "kernels/cpu/band.h"
#include "kernels/pipelines.h"

namespace sobelcam::tool {
namespace {

std::string version_text(int cuda_version) {
  return std::to_string(cuda_version / 1000) + "." + std::to_string(cuda_version % 1000 / 10);
}

std::string size_text(std::size_t bytes) {
  return std::to_string(bytes >> 20U) + " MiB";
}

void describe_cpu(std::ostream& out) {
  out << "CPU:  " << std::thread::hardware_concurrency() << " hardware threads; pipeline cpu computes with "
      << cpu::best_target().name << "\n";
}

void describe_gpu(std::ostream& out) {
  const gpu::UsableDevice found = gpu::usable_device();
  if (!found.device) {
    out << "GPU:  none that CUDA can use: " << found.reason << "\n";
    return;
  }
  const gpu::DeviceProperties& device = found.device->properties();
  out << "GPU:  " << device.name << ", compute capability " << device.compute_major << "." << device.compute_minor
      << ", " << device.multiprocessors << " multiprocessors, " << size_text(device.total_bytes) << ", driver for CUDA "
      << version_text(found.device->driver_version()) << "\n"
      << "      " << (device.integrated ? "integrated: shares the machine's memory" : "has memory of its own") << ", "
      << (device.can_map_host_memory ? "reads" : "does not read") << " pinned memory where it lies, "
      << (device.host_register_supported ? "takes" : "does not take") << " memory that others allocated, "
      << device.async_engines << " copy engines\n";
}

}  // namespace

ExitCode doctor(std::ostream& out) {
  describe_cpu(out);
  describe_gpu(out);
  bool complete = true;
  for (const PipelineInfo* row : pipelines()) {
    const Usability usability = row->usability();
    complete = complete && usability.usable;
    out << (usability.usable ? "ok    " : "not   ") << row->name;
    if (!usability.usable) {
      out << ": " << usability.reason;
    }
    out << "\n";
  }
  out << "--pipeline auto takes " << choose_pipeline("auto").name << "\n";
  return complete ? kOk : kDifferent;
}

}  // namespace sobelcam::tool
