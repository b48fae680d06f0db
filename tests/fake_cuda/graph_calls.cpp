// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "tests/fake_cuda/recording.h"
#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {

using test::call_in_context;
using test::FakeState;

CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode) {
  return call_in_context("cuStreamBeginCapture_v2", [&](FakeState& state) {
    if (!state.alive(stream, "cuStreamBeginCapture_v2") || stream->recording != nullptr) {
      return CUresult::kInvalidHandle;
    }
    stream->recording = std::make_shared<CudaGraph>();
    return CUresult::kSuccess;
  });
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph* graph) {
  return call_in_context("cuStreamEndCapture", [&](FakeState& state) {
    if (!state.alive(stream, "cuStreamEndCapture") || stream->recording == nullptr) {
      return CUresult::kInvalidHandle;
    }
    *graph = stream->recording.get();
    state.live[*graph] = {"graph", std::move(stream->recording)};
    return CUresult::kSuccess;
  });
}

CUresult cuGraphDestroy(CUgraph graph) {
  return call_in_context("cuGraphDestroy", [&](FakeState& state) { return state.destroy(graph, "cuGraphDestroy"); });
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec* exec, CUgraph graph, unsigned long long) {
  return call_in_context("cuGraphInstantiateWithFlags", [&](FakeState& state) {
    if (!state.alive(graph, "cuGraphInstantiateWithFlags")) {
      return CUresult::kInvalidHandle;
    }
    *exec = state.make<CudaGraphExec>("graph exec");
    for (const auto& node : graph->nodes) {
      (*exec)->originals.push_back(node.get());
      (*exec)->nodes.push_back(*node);
    }
    return CUresult::kSuccess;
  });
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return call_in_context("cuGraphExecDestroy",
                         [&](FakeState& state) { return state.destroy(exec, "cuGraphExecDestroy"); });
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return call_in_context("cuGraphLaunch", [&](FakeState& state) {
    if (!state.alive(exec, "cuGraphLaunch") || !state.alive(stream, "cuGraphLaunch")) {
      return CUresult::kInvalidHandle;
    }
    for (const CudaGraphNode& node : exec->nodes) {
      if (const CUresult result = test::run(state, node); result != CUresult::kSuccess) {
        return result;
      }
    }
    return CUresult::kSuccess;
  });
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode* nodes, std::size_t* count) {
  return call_in_context("cuGraphGetNodes", [&](FakeState& state) {
    if (!state.alive(graph, "cuGraphGetNodes")) {
      return CUresult::kInvalidHandle;
    }
    if (nodes == nullptr) {
      *count = graph->nodes.size();
      return CUresult::kSuccess;
    }
    *count = std::min(*count, graph->nodes.size());
    for (std::size_t i = 0; i < *count; ++i) {
      nodes[i] = graph->nodes[i].get();
    }
    return CUresult::kSuccess;
  });
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType* type) {
  return call_in_context("cuGraphNodeGetType", [&](FakeState&) {
    *type = node->type;
    return CUresult::kSuccess;
  });
}

CUresult cuGraphKernelNodeGetParams_v2(CUgraphNode node, KernelNodeParams* parameters) {
  return call_in_context("cuGraphKernelNodeGetParams_v2", [&](FakeState&) {
    parameters->func = node->function;
    return CUresult::kSuccess;
  });
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, Memcpy3dParams* parameters) {
  return call_in_context("cuGraphMemcpyNodeGetParams", [&](FakeState&) {
    *parameters = node->copy;
    return CUresult::kSuccess;
  });
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const Memcpy3dParams* parameters,
                                        CUcontext context) {
  return call_in_context("cuGraphExecMemcpyNodeSetParams", [&](FakeState& state) {
    if (!state.alive(exec, "cuGraphExecMemcpyNodeSetParams") || context == nullptr) {
      return CUresult::kInvalidHandle;
    }
    for (std::size_t i = 0; i < exec->nodes.size(); ++i) {
      if (exec->originals[i] == node && node->type == CUgraphNodeType::kMemcpy) {
        exec->nodes[i].copy = *parameters;
        return CUresult::kSuccess;
      }
    }
    return CUresult::kInvalidValue;
  });
}

}  // namespace sobelcam::gpu
