// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "drivers/gpu/function.h"

namespace sobelcam::gpu {

struct KernelNode {
  CUgraphNode node = nullptr;
  CUfunction function = nullptr;  ///< compare with Function::get()
};

enum class CopyDirection : std::uint8_t { kUp, kDown, kWithinDevice, kWithinHost };

struct CopyNode {
  CUgraphNode node = nullptr;
  CopyDirection direction = CopyDirection::kWithinDevice;
  std::size_t bytes = 0;
};

/// Recorded work of a stream, to be launched as a whole.
/// Errors:   Error
class Graph {
 public:
  using Handle = Owned<CUgraph, &CudaApi::cuGraphDestroy>;

  explicit Graph(Handle handle) : handle_(std::move(handle)) {}

  /// In the driver's order, which is the one in which they were recorded.
  std::vector<KernelNode> kernel_nodes() const;
  std::vector<CopyNode> copy_nodes() const;

  CUgraph get() const { return handle_.get(); }
  const CudaApi& api() const { return handle_.api(); }
  const std::shared_ptr<Context>& context() const { return handle_.context(); }

 private:
  std::vector<CUgraphNode> nodes_of(CUgraphNodeType type) const;

  Handle handle_;
};

/// While it lives, what is queued in the stream is recorded and not run; allocating and waiting are errors then, in
/// this thread. Ends and forgets the recording unless finish() took it.
/// Lifetime: within the stream's
/// Errors:   Error
class StreamCapture {
 public:
  explicit StreamCapture(const Stream& stream);
  ~StreamCapture();
  StreamCapture(const StreamCapture&) = delete;
  StreamCapture& operator=(const StreamCapture&) = delete;

  Graph finish();

 private:
  const Stream& stream_;
  bool active_ = true;
};

/// A graph made ready for the GPU. What its nodes are given can be changed between launches, in place; a launch that
/// is under way keeps what it had. Kernel nodes keep their kernel's context, copies their direction.
///
/// Threads:  one at a time, with the device current
/// Errors:   Error
class GraphExec {
 public:
  explicit GraphExec(Graph graph);

  void launch(const Stream& stream) const;

  template <typename... Arguments>
  void set_kernel(CUgraphNode node, const Function& function, const LaunchShape& shape, const Arguments&... values) {
    set_kernel_with(node, function, shape, KernelArguments<Arguments...>(values...).get());
  }
  void set_upload(CUgraphNode node, CUdeviceptr target, std::span<const std::byte> source);
  void set_download(CUgraphNode node, std::span<std::byte> target, CUdeviceptr source);
  void set_copy(CUgraphNode node, CUdeviceptr target, CUdeviceptr source, std::size_t bytes);

  const Graph& graph() const { return graph_; }
  CUgraphExec get() const { return handle_.get(); }

 private:
  void set_kernel_with(CUgraphNode node, const Function& function, const LaunchShape& shape, void** arguments) const;
  void set_copy_node(const CopyNode& copy, Memcpy3dParams parameters);

  Graph graph_;  // its nodes name those of the executable one
  Owned<CUgraphExec, &CudaApi::cuGraphExecDestroy> handle_;
  std::vector<CopyNode> copies_;
};

}  // namespace sobelcam::gpu
