// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/graph.h"

namespace sobelcam::gpu {
namespace {

bool is_host(const CudaApi& api, CUmemorytype type, CUdeviceptr address) {
  if (type == CUmemorytype::kUnified) {
    // The driver knows nothing of memory that it did not allocate: that is the host's.
    auto known = CUmemorytype::kHost;
    const CUresult result = api.cuPointerGetAttribute(&known, CUpointerAttribute::kMemoryType, address);
    return result != CUresult::kSuccess || known == CUmemorytype::kHost;
  }
  return type == CUmemorytype::kHost;
}

CopyDirection direction(const CudaApi& api, const Memcpy3dParams& copy) {
  const bool from_host = is_host(api, copy.srcMemoryType, copy.srcDevice);
  const bool to_host = is_host(api, copy.dstMemoryType, copy.dstDevice);
  if (from_host) {
    return to_host ? CopyDirection::kWithinHost : CopyDirection::kUp;
  }
  return to_host ? CopyDirection::kDown : CopyDirection::kWithinDevice;
}

Owned<CUgraphExec, &CudaApi::cuGraphExecDestroy> instantiate(const Graph& graph) {
  const CurrentContext current(*graph.context());
  CUgraphExec handle = nullptr;
  check(graph.api(), "cuGraphInstantiateWithFlags", graph.api().cuGraphInstantiateWithFlags(&handle, graph.get(), 0));
  return {graph.context(), handle};
}

}  // namespace

std::vector<KernelNode> Graph::kernel_nodes() const {
  std::vector<KernelNode> kernels;
  for (CUgraphNode node : nodes_of(CUgraphNodeType::kKernel)) {
    KernelNodeParams parameters;
    check(api(), "cuGraphKernelNodeGetParams_v2", api().cuGraphKernelNodeGetParams_v2(node, &parameters));
    kernels.push_back({node, parameters.func});
  }
  return kernels;
}

std::vector<CopyNode> Graph::copy_nodes() const {
  std::vector<CopyNode> copies;
  for (CUgraphNode node : nodes_of(CUgraphNodeType::kMemcpy)) {
    Memcpy3dParams parameters;
    check(api(), "cuGraphMemcpyNodeGetParams", api().cuGraphMemcpyNodeGetParams(node, &parameters));
    copies.push_back(
        {node, direction(api(), parameters), parameters.WidthInBytes * parameters.Height * parameters.Depth});
  }
  return copies;
}

std::vector<CUgraphNode> Graph::nodes_of(CUgraphNodeType type) const {
  const CurrentContext current(*context());
  std::size_t count = 0;
  check(api(), "cuGraphGetNodes", api().cuGraphGetNodes(get(), nullptr, &count));
  std::vector<CUgraphNode> nodes(count);
  check(api(), "cuGraphGetNodes", api().cuGraphGetNodes(get(), nodes.data(), &count));
  std::erase_if(nodes, [this, type](CUgraphNode node) {
    CUgraphNodeType actual{};
    check(api(), "cuGraphNodeGetType", api().cuGraphNodeGetType(node, &actual));
    return actual != type;
  });
  return nodes;
}

StreamCapture::StreamCapture(const Stream& stream) : stream_(stream) {
  check(stream.api(), "cuStreamBeginCapture_v2",
        stream.api().cuStreamBeginCapture_v2(stream.get(), CUstreamCaptureMode::kThreadLocal));
}

StreamCapture::~StreamCapture() {
  if (active_) {
    CUgraph graph = nullptr;
    if (stream_.api().cuStreamEndCapture(stream_.get(), &graph) == CUresult::kSuccess && graph != nullptr) {
      static_cast<void>(stream_.api().cuGraphDestroy(graph));
    }
  }
}

Graph StreamCapture::finish() {
  active_ = false;
  CUgraph graph = nullptr;
  check(stream_.api(), "cuStreamEndCapture", stream_.api().cuStreamEndCapture(stream_.get(), &graph),
        "the recorded work was not accepted as a graph");
  return Graph({stream_.context(), graph});
}

GraphExec::GraphExec(Graph graph)
    : graph_(std::move(graph)), handle_(instantiate(graph_)), copies_(graph_.copy_nodes()) {}

void GraphExec::launch(const Stream& stream) const {
  check(graph_.api(), "cuGraphLaunch", graph_.api().cuGraphLaunch(get(), stream.get()));
  for (const CopyNode& copy : copies_) {
    if (copy.direction == CopyDirection::kUp) {
      graph_.context()->counters().add_up(copy.bytes);
    } else if (copy.direction == CopyDirection::kDown) {
      graph_.context()->counters().add_down(copy.bytes);
    }
  }
}

void GraphExec::set_upload(CUgraphNode node, CUdeviceptr target, std::span<const std::byte> source) {
  Memcpy3dParams parameters;
  parameters.srcHost = source.data();
  parameters.dstMemoryType = CUmemorytype::kDevice;
  parameters.dstDevice = target;
  set_copy_node({node, CopyDirection::kUp, source.size()}, parameters);
}

void GraphExec::set_download(CUgraphNode node, std::span<std::byte> target, CUdeviceptr source) {
  Memcpy3dParams parameters;
  parameters.srcMemoryType = CUmemorytype::kDevice;
  parameters.srcDevice = source;
  parameters.dstHost = target.data();
  set_copy_node({node, CopyDirection::kDown, target.size()}, parameters);
}

void GraphExec::set_copy(CUgraphNode node, CUdeviceptr target, CUdeviceptr source, std::size_t bytes) {
  Memcpy3dParams parameters;
  parameters.srcMemoryType = CUmemorytype::kDevice;
  parameters.srcDevice = source;
  parameters.dstMemoryType = CUmemorytype::kDevice;
  parameters.dstDevice = target;
  set_copy_node({node, CopyDirection::kWithinDevice, bytes}, parameters);
}

void GraphExec::set_kernel_with(CUgraphNode node, const Function& function, const LaunchShape& shape,
                                void** arguments) const {
  const KernelNodeParams parameters{function.get(), shape.grid.x,  shape.grid.y,  shape.grid.z,
                                    shape.block.x,  shape.block.y, shape.block.z, shape.shared_bytes,
                                    arguments,      nullptr,       nullptr,       nullptr};
  check(graph_.api(), "cuGraphExecKernelNodeSetParams_v2",
        graph_.api().cuGraphExecKernelNodeSetParams_v2(get(), node, &parameters), function.name());
}

void GraphExec::set_copy_node(const CopyNode& copy, Memcpy3dParams parameters) {
  parameters.WidthInBytes = copy.bytes;
  check(graph_.api(), "cuGraphExecMemcpyNodeSetParams",
        graph_.api().cuGraphExecMemcpyNodeSetParams(get(), copy.node, &parameters, graph_.context()->handle()));
  for (CopyNode& known : copies_) {
    if (known.node == copy.node) {
      known = copy;
    }
  }
}

}  // namespace sobelcam::gpu
