// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/npp_chain.h"

#include <cuda_runtime_api.h>
#include <npp.h>

#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace sobelcam::tool {
namespace {

constexpr std::size_t kNppWarmUps = 3;
constexpr int kLevels = 257;  // the bounds of 256 bins

void check(cudaError_t result, const char* call) {
  if (result != cudaSuccess) {
    throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(result));
  }
}

void check(NppStatus status, const char* call) {
  // Above zero are warnings.
  if (status < NPP_SUCCESS) {
    throw std::runtime_error(std::string(call) + ": NPP status " + std::to_string(static_cast<int>(status)));
  }
}

template <typename Handle, auto kDestroy>
struct Destroyer {
  using pointer = Handle;
  void operator()(Handle handle) const { static_cast<void>(kDestroy(handle)); }
};
template <typename Handle, auto kDestroy>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Destroyer<Handle, kDestroy>>;

using Stream = Owned<cudaStream_t, &cudaStreamDestroy>;
using Event = Owned<cudaEvent_t, &cudaEventDestroy>;
using Graph = Owned<cudaGraph_t, &cudaGraphDestroy>;
using GraphExec = Owned<cudaGraphExec_t, &cudaGraphExecDestroy>;
using Memory = Owned<void*, &cudaFree>;

Stream make_stream() {
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  return Stream(stream);
}

Event make_event() {
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "cudaEventCreate");
  return Event(event);
}

/// Memory of the GPU as rows of pixels.
template <typename Pixel>
class Plane {
 public:
  Plane(int width, int height)
      : step_(static_cast<int>((sizeof(Pixel) * static_cast<unsigned>(width) + 255) / 256 * 256)) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, static_cast<std::size_t>(step_) * static_cast<std::size_t>(height)), "cudaMalloc");
    memory_.reset(memory);
  }

  Pixel* data() const { return static_cast<Pixel*>(memory_.get()); }
  int step() const { return step_; }

 private:
  int step_;
  Memory memory_;
};

int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
  return value;
}

NppStreamContext context_of(cudaStream_t stream) {
  NppStreamContext context{};
  context.hStream = stream;
  check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  const int device = context.nCudaDeviceId;
  context.nMultiProcessorCount = attribute(cudaDevAttrMultiProcessorCount, device);
  context.nMaxThreadsPerMultiProcessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, device);
  context.nMaxThreadsPerBlock = attribute(cudaDevAttrMaxThreadsPerBlock, device);
  context.nSharedMemPerBlock = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock, device));
  context.nCudaDevAttrComputeCapabilityMajor = attribute(cudaDevAttrComputeCapabilityMajor, device);
  context.nCudaDevAttrComputeCapabilityMinor = attribute(cudaDevAttrComputeCapabilityMinor, device);
  context.nStreamFlags = cudaStreamNonBlocking;
  return context;
}

/// How much the histogram needs; releases of NPP differ in the integer that they tell it in.
template <typename Bytes>
int scratch_bytes(NppStatus (*ask)(NppiSize, int, Bytes*, NppStreamContext), NppiSize size,
                  const NppStreamContext& context) {
  Bytes bytes = 0;
  check(ask(size, kLevels, &bytes, context), "nppiHistogramEvenGetBufferSize_8u_C1R_Ctx");
  return static_cast<int>(bytes) + 1;
}

/// A frame and its planes.
class Chain {
 public:
  Chain(const FrameView& frame, const NppStreamContext& context)
      : size_{static_cast<int>(frame.layout.width), static_cast<int>(frame.layout.height)},
        context_(context),
        rgb_(3 * size_.width, size_.height),
        gray_(size_.width, size_.height),
        blur_(size_.width, size_.height),
        magnitude_(size_.width, size_.height),
        edges_(size_.width, size_.height),
        histogram_(kLevels, 1),
        scratch_(scratch_bytes(&nppiHistogramEvenGetBufferSize_8u_C1R_Ctx, size_, context), 1) {
    check(cudaMemcpy2D(rgb_.data(), static_cast<std::size_t>(rgb_.step()), frame.data, frame.layout.stride,
                       std::size_t{3} * frame.layout.width, frame.layout.height, cudaMemcpyHostToDevice),
          "cudaMemcpy2D");
  }

  void queue() const {
    constexpr NppiPoint kOrigin{0, 0};
    check(nppiRGBToGray_8u_C3C1R_Ctx(rgb_.data(), rgb_.step(), gray_.data(), gray_.step(), size_, context_),
          "nppiRGBToGray_8u_C3C1R_Ctx");
    check(nppiFilterGaussBorder_8u_C1R_Ctx(gray_.data(), gray_.step(), size_, kOrigin, blur_.data(), blur_.step(),
                                           size_, NPP_MASK_SIZE_5_X_5, NPP_BORDER_REPLICATE, context_),
          "nppiFilterGaussBorder_8u_C1R_Ctx");
    check(nppiGradientVectorSobelBorder_8u16s_C1R_Ctx(blur_.data(), blur_.step(), size_, kOrigin, nullptr, 0, nullptr,
                                                      0, magnitude_.data(), magnitude_.step(), nullptr, 0, size_,
                                                      NPP_MASK_SIZE_3_X_3, nppiNormL2, NPP_BORDER_REPLICATE, context_),
          "nppiGradientVectorSobelBorder_8u16s_C1R_Ctx");
    check(
        nppiConvert_16s8u_C1R_Ctx(magnitude_.data(), magnitude_.step(), edges_.data(), edges_.step(), size_, context_),
        "nppiConvert_16s8u_C1R_Ctx");
    check(nppiHistogramEven_8u_C1R_Ctx(edges_.data(), edges_.step(), size_, histogram_.data(), kLevels, 0, 256,
                                       scratch_.data(), context_),
          "nppiHistogramEven_8u_C1R_Ctx");
  }

  /// What was counted; it must be the number of pixels, or the chain did not run.
  std::size_t counted() const {
    std::vector<Npp32s> counts(kLevels - 1);
    check(cudaMemcpy(counts.data(), histogram_.data(), counts.size() * sizeof(Npp32s), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    std::size_t sum = 0;
    for (const Npp32s count : counts) {
      sum += static_cast<std::size_t>(count);
    }
    return sum;
  }
  std::size_t pixels() const { return static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height); }

 private:
  NppiSize size_;
  NppStreamContext context_;
  Plane<Npp8u> rgb_;
  Plane<Npp8u> gray_;
  Plane<Npp8u> blur_;
  Plane<Npp16s> magnitude_;
  Plane<Npp8u> edges_;
  Plane<Npp32s> histogram_;
  Plane<Npp8u> scratch_;
};

void queue_all(const std::vector<Chain>& chains) {
  for (const Chain& chain : chains) {
    chain.queue();
  }
}

/// Nothing where a call of NPP cannot be recorded.
GraphExec record(const std::vector<Chain>& chains, cudaStream_t stream) {
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
    return {};
  }
  bool recorded = true;
  try {
    queue_all(chains);
  } catch (const std::runtime_error&) {
    recorded = false;
  }
  cudaGraph_t handle = nullptr;
  recorded = cudaStreamEndCapture(stream, &handle) == cudaSuccess && recorded;
  const Graph graph(handle);
  cudaGraphExec_t exec = nullptr;
  if (!recorded || cudaGraphInstantiate(&exec, handle, 0) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // it is told here, and not by the next call
    return {};
  }
  return GraphExec(exec);
}

void demand_counts(const std::vector<Chain>& chains) {
  for (const Chain& chain : chains) {
    if (chain.counted() != chain.pixels()) {
      throw std::runtime_error("NPP's histogram counts " + std::to_string(chain.counted()) + " of " +
                               std::to_string(chain.pixels()) + " pixels");
    }
  }
}

}  // namespace

NppBuild npp_build() {
  const NppLibraryVersion& version = *nppGetLibVersion();
  return {std::to_string(version.major) + "." + std::to_string(version.minor) + "." + std::to_string(version.build), "",
          ""};
}

NppTiming time_npp(std::span<const FrameView> frames, std::size_t runs) {
  const Stream stream = make_stream();
  const Event start = make_event();
  const Event end = make_event();
  const NppStreamContext context = context_of(stream.get());
  std::vector<Chain> chains;
  chains.reserve(frames.size());
  for (const FrameView& frame : frames) {
    chains.emplace_back(frame, context);
  }
  queue_all(chains);
  check(cudaStreamSynchronize(stream.get()), "cudaStreamSynchronize");
  demand_counts(chains);

  const GraphExec graph = record(chains, stream.get());
  std::vector<double> frame_us;
  for (std::size_t run = 0; run < kNppWarmUps + runs; ++run) {
    check(cudaEventRecord(start.get(), stream.get()), "cudaEventRecord");
    if (graph) {
      check(cudaGraphLaunch(graph.get(), stream.get()), "cudaGraphLaunch");
    } else {
      queue_all(chains);
    }
    check(cudaEventRecord(end.get(), stream.get()), "cudaEventRecord");
    check(cudaEventSynchronize(end.get()), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start.get(), end.get()), "cudaEventElapsedTime");
    if (run >= kNppWarmUps) {
      frame_us.push_back(1e3 * static_cast<double>(milliseconds) / static_cast<double>(chains.size()));
    }
  }
  demand_counts(chains);
  return {summarize(std::move(frame_us)), graph != nullptr};
}

}  // namespace sobelcam::tool
