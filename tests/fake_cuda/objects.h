// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "drivers/gpu/cuda_types.h"
#include "tests/fake_cuda/fake_cuda.h"

/// What the handles of the fake driver point to.
namespace sobelcam::gpu {

struct CudaContext {
  int retained = 0;
};

struct CudaEvent {
  bool timed = false;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
};

struct CudaFunction {
  std::string name;
  std::vector<std::size_t> parameter_bytes;
};

struct CudaModule {
  std::string text;
  std::vector<std::unique_ptr<CudaFunction>> functions;
};

/// One recorded piece of work; the type says which members mean something.
struct CudaGraphNode {
  CUgraphNodeType type{};
  test::FakeLaunch launch{};
  CUfunction function = nullptr;
  Memcpy3dParams copy{};
  CUdeviceptr fill_target = 0;
  std::uint8_t fill_value = 0;
  std::size_t fill_bytes = 0;
  CUevent event = nullptr;
};

struct CudaGraph {
  std::vector<std::unique_ptr<CudaGraphNode>> nodes;
};

struct CudaStream {
  std::shared_ptr<CudaGraph> recording;  ///< while it is being captured
};

/// The work as it was when the graph was instantiated, and whose it is.
struct CudaGraphExec {
  std::vector<CUgraphNode> originals;
  std::vector<CudaGraphNode> nodes;
};

}  // namespace sobelcam::gpu
