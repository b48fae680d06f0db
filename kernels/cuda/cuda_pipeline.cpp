// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/cuda_pipeline.h"

#include <stdexcept>

#include "kernels/cuda/work_slot.h"

namespace sobelcam::cuda {
namespace {

bool uses_mapped_memory(GpuMemory wanted, const gpu::DeviceProperties& properties) {
  switch (wanted) {
    case GpuMemory::kAuto:
      return properties.integrated && properties.can_map_host_memory;
    case GpuMemory::kCopy:
      return false;
    case GpuMemory::kMapped:
      break;
  }
  if (!properties.can_map_host_memory) {
    throw std::invalid_argument(properties.name + " cannot read the machine's memory where it lies: take copies");
  }
  return true;
}

}  // namespace

CudaPipeline::CudaPipeline(const PipelineOptions& options, const gpu::Device& device)
    : EdgePipeline(options),
      device_(device),
      pinned_(device),
      output_memory_(options.memory != nullptr ? *options.memory : pinned_),
      mapped_(uses_mapped_memory(options.gpu_memory, device.properties())),
      graphs_(options.cuda_graphs) {}

CudaPipeline::~CudaPipeline() = default;

void CudaPipeline::start(EdgeOutput& output) {
  const gpu::CurrentContext current(*device_.context());
  try {
    shape(output);
    slot_of(output).start(output, planes_in_use(output.request),
                          [this](WorkRecorder& recorder, const FrameWork& work) { record(recorder, work); });
  } catch (...) {
    slots_.erase(&output);
    throw;
  }
}

void CudaPipeline::finish(EdgeOutput& output) {
  const gpu::CurrentContext current(*device_.context());
  try {
    WorkSlot& slot = slot_of(output);
    slot.finish(output);
    last_copies_ = slot.copies();
  } catch (...) {
    slots_.erase(&output);
    throw;
  }
}

void CudaPipeline::shape(EdgeOutput& output) {
  const PlaneSet planes = output.request.planes;
  const auto reshape = [&](auto& image, bool wanted) {
    if (wanted) {
      image.reshape(output.width, output.height, output_memory_);
    }
  };
  reshape(output.edges, true);
  reshape(output.gray, planes.contains(Plane::kGray));
  reshape(output.blur, planes.contains(Plane::kBlur));
  reshape(output.equalized, planes.contains(Plane::kEqualized));
  reshape(output.magnitude, planes.contains(Plane::kMagnitude));
}

WorkSlot& CudaPipeline::slot_of(const EdgeOutput& output) {
  std::unique_ptr<WorkSlot>& slot = slots_[&output];
  if (!slot) {
    slot = std::make_unique<WorkSlot>(device_, mapped_, graphs_);
  }
  return *slot;
}

}  // namespace sobelcam::cuda
