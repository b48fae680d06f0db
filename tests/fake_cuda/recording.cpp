// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_cuda/recording.h"

#include <cstring>

namespace sobelcam::test {
namespace {

using gpu::CUdeviceptr;
using gpu::CUmemorytype;
using gpu::CUresult;

CUresult copy(const FakeState& state, const gpu::Memcpy3dParams& parameters) {
  const bool from_host = parameters.srcMemoryType == CUmemorytype::kHost;
  const bool to_host = parameters.dstMemoryType == CUmemorytype::kHost;
  const std::size_t rows = parameters.Height;
  const std::size_t source_bytes = (rows - 1) * parameters.srcPitch + parameters.WidthInBytes;
  const std::size_t target_bytes = (rows - 1) * parameters.dstPitch + parameters.WidthInBytes;
  if ((!from_host && state.find(parameters.srcDevice, source_bytes) == nullptr) ||
      (!to_host && state.find(parameters.dstDevice, target_bytes) == nullptr)) {
    return CUresult::kInvalidValue;
  }
  const auto* source = static_cast<const std::byte*>(from_host ? parameters.srcHost
                                                               : reinterpret_cast<const void*>(parameters.srcDevice));
  auto* target = static_cast<std::byte*>(to_host ? parameters.dstHost : reinterpret_cast<void*>(parameters.dstDevice));
  for (std::size_t row = 0; row < rows; ++row) {
    std::memcpy(target + row * parameters.dstPitch, source + row * parameters.srcPitch, parameters.WidthInBytes);
  }
  return CUresult::kSuccess;
}

CUresult fill(const FakeState& state, const gpu::CudaGraphNode& work) {
  if (state.find(work.fill_target, work.fill_bytes) == nullptr) {
    return CUresult::kInvalidValue;
  }
  std::memset(reinterpret_cast<void*>(work.fill_target), work.fill_value, work.fill_bytes);
  return CUresult::kSuccess;
}

CUresult mark(FakeState& state, gpu::CUevent event) {
  if (!state.alive(event, "recording")) {
    return CUresult::kInvalidHandle;
  }
  event->recorded = true;
  event->time = std::chrono::steady_clock::now();
  return CUresult::kSuccess;
}

}  // namespace

CUresult run(FakeState& state, const gpu::CudaGraphNode& work) {
  switch (work.type) {
    case gpu::CUgraphNodeType::kKernel:
      state.launches.push_back(work.launch);
      return CUresult::kSuccess;
    case gpu::CUgraphNodeType::kMemcpy:
      return copy(state, work.copy);
    case gpu::CUgraphNodeType::kMemset:
      return fill(state, work);
    case gpu::CUgraphNodeType::kEventRecord:
      return mark(state, work.event);
    case gpu::CUgraphNodeType::kEmpty:
      break;
  }
  return CUresult::kSuccess;
}

CUresult run_or_record(FakeState& state, gpu::CUstream stream, const gpu::CudaGraphNode& work) {
  if (!state.alive(stream, "work in a stream")) {
    return CUresult::kInvalidHandle;
  }
  if (stream->recording == nullptr) {
    return run(state, work);
  }
  stream->recording->nodes.push_back(std::make_unique<gpu::CudaGraphNode>(work));
  return CUresult::kSuccess;
}

}  // namespace sobelcam::test
