// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/doctor.h"

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <thread>

#include "drivers/gpu/usable_device.h"
#include "kernels/cpu/band.h"
#include "kernels/pipelines.h"
#include "tools/sobelcam/doctor_cameras.h"

namespace sobelcam::tool {
namespace {

using Json = nlohmann::ordered_json;

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

void describe_gpu(const gpu::UsableDevice& found, std::ostream& out) {
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

bool describe_pipelines(std::ostream& out) {
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
  return complete;
}

bool pipelines_into(Json& document) {
  bool complete = true;
  document["pipelines"] = Json::array();
  for (const PipelineInfo* row : pipelines()) {
    const Usability usability = row->usability();
    complete = complete && usability.usable;
    document["pipelines"].push_back({{"name", row->name}, {"usable", usability.usable}, {"reason", usability.reason}});
  }
  document["pipeline_auto"] = choose_pipeline("auto").name;
  return complete;
}

bool write_json(const gpu::UsableDevice& found, const std::vector<v4l2::ListedNode>& nodes, std::ostream& out) {
  Json document = {{"hardware_threads", std::thread::hardware_concurrency()},
                   {"cpu_target", cpu::best_target().name},
                   {"gpu", found.device ? Json(found.device->properties().name) : Json()},
                   {"gpu_reason", found.reason}};
  const bool complete = pipelines_into(document);
  const AutoCamera chosen = auto_camera(nodes);
  document["cameras"] = cameras_json(nodes);
  document["camera_auto"] = {{"node", chosen.node}, {"chosen", chosen.chosen}};
  // Names of cameras are their makers' own and may be no UTF-8.
  out << document.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  return complete;
}

bool write_words(const gpu::UsableDevice& found, const std::vector<v4l2::ListedNode>& nodes, std::ostream& out) {
  describe_cpu(out);
  describe_gpu(found, out);
  const bool complete = describe_pipelines(out);
  describe_cameras(nodes, out);
  return complete;
}

}  // namespace

ExitCode doctor(const DoctorOptions& options, std::ostream& out) {
  const gpu::UsableDevice found = gpu::usable_device();
  const auto nodes = v4l2::list_cameras(options.calls != nullptr ? *options.calls : v4l2::system_video_calls());
  const bool complete = options.json ? write_json(found, nodes, out) : write_words(found, nodes, out);
  return complete && !any_camera_in_trouble(nodes) ? kOk : kDifferent;
}

}  // namespace sobelcam::tool
