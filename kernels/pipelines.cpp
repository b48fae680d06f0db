// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/pipelines.h"

#include <array>
#include <stdexcept>

#include "kernels/cpu/cpu_pipeline.h"
#include "kernels/reference/reference_pipeline.h"
#ifdef SOBELCAM_CUDA_ROWS
#include "kernels/cuda/fused_pipeline.h"
#include "kernels/cuda/staged_pipeline.h"
#endif
#ifdef SOBELCAM_THRUST_ROW
#include "kernels/thrust/thrust_pipeline.h"
#endif

namespace sobelcam {
namespace {

constexpr std::array kPipelines{
#ifdef SOBELCAM_CUDA_ROWS
    &kCudaFusedPipeline, &kCudaStagedPipeline,
#endif
#ifdef SOBELCAM_THRUST_ROW
    &kThrustPipeline,
#endif
    &kCpuPipeline, &kReferencePipeline};

std::string known_names() {
  std::string names = "auto";
  for (const PipelineInfo* info : pipelines()) {
    names += ", " + std::string(info->name);
  }
  return names;
}

}  // namespace

std::span<const PipelineInfo* const> pipelines() {
  return kPipelines;
}

const PipelineInfo& choose_pipeline(std::string_view name) {
  for (const PipelineInfo* info : pipelines()) {
    if (name != "auto" && name != info->name) {
      continue;
    }
    const Usability usability = info->usability();
    if (usability.usable) {
      return *info;
    }
    if (name == info->name) {
      throw std::runtime_error("pipeline '" + std::string(name) + "' cannot run here: " + usability.reason);
    }
  }
  throw std::invalid_argument("no such pipeline '" + std::string(name) + "'; known: " + known_names());
}

std::string passed_over(const PipelineInfo& chosen) {
  const PipelineInfo& best = *pipelines().front();
  return &best == &chosen ? "" : std::string(best.name) + " cannot run here: " + best.usability().reason;
}

}  // namespace sobelcam
