// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "tests/fake_cuda/recording.h"
#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {

using test::call_in_context;
using test::FakeState;

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kAllThereIs = std::size_t{1} << 36;

CUdeviceptr number(const void* data) {
  return reinterpret_cast<CUdeviceptr>(data);
}
void* pointer(CUdeviceptr address) {
  return reinterpret_cast<void*>(address);
}

void* allocate(FakeState& state, std::size_t bytes, const char* kind, CUmemorytype type) {
  void* data = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  std::memset(data, 0xCD, bytes);
  state.live[data] = {kind, std::shared_ptr<void>(data, std::free)};
  state.memory[number(data)] = {bytes, type};
  return data;
}

CUresult release(FakeState& state, void* data, const char* symbol) {
  state.memory.erase(number(data));
  return state.destroy(data, symbol);
}

CUresult allocation_fault(std::size_t bytes) {
  if (bytes == 0) {
    return CUresult::kInvalidValue;
  }
  return bytes > kAllThereIs ? CUresult::kOutOfMemory : CUresult::kSuccess;
}

}  // namespace

CUresult cuMemAlloc_v2(CUdeviceptr* address, std::size_t bytes) {
  return call_in_context("cuMemAlloc_v2", [&](FakeState& state) {
    const CUresult fault = allocation_fault(bytes);
    if (fault == CUresult::kSuccess) {
      *address = number(allocate(state, bytes, "device memory", CUmemorytype::kDevice));
    }
    return fault;
  });
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  return call_in_context("cuMemFree_v2",
                         [&](FakeState& state) { return release(state, pointer(address), "cuMemFree_v2"); });
}

CUresult cuMemHostAlloc(void** data, std::size_t bytes, unsigned flags) {
  return call_in_context("cuMemHostAlloc", [&](FakeState& state) {
    if (flags != (kMemHostAllocPortable | kMemHostAllocDeviceMap)) {
      state.complain("pinned memory that is not portable and mapped");
    }
    const CUresult fault = allocation_fault(bytes);
    if (fault == CUresult::kSuccess) {
      *data = allocate(state, bytes, "pinned memory", CUmemorytype::kHost);
    }
    return fault;
  });
}

CUresult cuMemFreeHost(void* data) {
  return call_in_context("cuMemFreeHost", [&](FakeState& state) { return release(state, data, "cuMemFreeHost"); });
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* address, void* data, unsigned) {
  return call_in_context("cuMemHostGetDevicePointer_v2", [&](FakeState& state) {
    const auto* block = state.find(number(data), 1);
    if (block == nullptr || block->type != CUmemorytype::kHost) {
      return CUresult::kInvalidValue;
    }
    *address = number(data);
    return CUresult::kSuccess;
  });
}

CUresult cuMemHostRegister_v2(void* data, std::size_t bytes, unsigned) {
  return call_in_context("cuMemHostRegister_v2", [&](FakeState& state) {
    if (state.script.number("unregistrable", 0) != 0) {
      return CUresult::kNotSupported;
    }
    if (bytes == 0 || number(data) % kPage != 0) {
      return CUresult::kInvalidValue;
    }
    if (state.find(number(data), 1) != nullptr) {
      return CUresult::kHostMemoryAlreadyRegistered;
    }
    state.live[data] = {"registration", nullptr};
    state.memory[number(data)] = {bytes, CUmemorytype::kHost};
    return CUresult::kSuccess;
  });
}

CUresult cuMemHostUnregister(void* data) {
  return call_in_context("cuMemHostUnregister",
                         [&](FakeState& state) { return release(state, data, "cuMemHostUnregister"); });
}

CUresult cuPointerGetAttribute(void* value, CUpointerAttribute, CUdeviceptr address) {
  return call_in_context("cuPointerGetAttribute", [&](FakeState& state) {
    const auto* block = state.find(address, 1);
    if (block == nullptr) {
      return CUresult::kInvalidValue;
    }
    std::memcpy(value, &block->type, sizeof(block->type));
    return CUresult::kSuccess;
  });
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void* source, std::size_t bytes, CUstream stream) {
  return call_in_context("cuMemcpyHtoDAsync_v2", [&](FakeState& state) {
    CudaGraphNode work{.type = CUgraphNodeType::kMemcpy};
    work.copy.srcHost = source;
    work.copy.dstMemoryType = CUmemorytype::kDevice;
    work.copy.dstDevice = target;
    work.copy.WidthInBytes = bytes;
    return test::run_or_record(state, stream, work);
  });
}

CUresult cuMemcpy2DAsync_v2(const Memcpy2dParams* copy, CUstream stream) {
  return call_in_context("cuMemcpy2DAsync_v2", [&](FakeState& state) {
    CudaGraphNode work{.type = CUgraphNodeType::kMemcpy};
    work.copy.srcMemoryType = copy->srcMemoryType;
    work.copy.srcHost = copy->srcHost;
    work.copy.srcDevice = copy->srcDevice;
    work.copy.srcPitch = copy->srcPitch;
    work.copy.dstMemoryType = copy->dstMemoryType;
    work.copy.dstHost = copy->dstHost;
    work.copy.dstDevice = copy->dstDevice;
    work.copy.dstPitch = copy->dstPitch;
    work.copy.WidthInBytes = copy->WidthInBytes;
    work.copy.Height = copy->Height;
    return test::run_or_record(state, stream, work);
  });
}

CUresult cuMemcpyDtoHAsync_v2(void* target, CUdeviceptr source, std::size_t bytes, CUstream stream) {
  return call_in_context("cuMemcpyDtoHAsync_v2", [&](FakeState& state) {
    CudaGraphNode work{.type = CUgraphNodeType::kMemcpy};
    work.copy.srcMemoryType = CUmemorytype::kDevice;
    work.copy.srcDevice = source;
    work.copy.dstHost = target;
    work.copy.WidthInBytes = bytes;
    return test::run_or_record(state, stream, work);
  });
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, std::size_t bytes, CUstream stream) {
  return call_in_context("cuMemcpyDtoDAsync_v2", [&](FakeState& state) {
    CudaGraphNode work{.type = CUgraphNodeType::kMemcpy};
    work.copy.srcMemoryType = CUmemorytype::kUnified;
    work.copy.srcDevice = source;
    work.copy.dstMemoryType = CUmemorytype::kUnified;
    work.copy.dstDevice = target;
    work.copy.WidthInBytes = bytes;
    return test::run_or_record(state, stream, work);
  });
}

CUresult cuMemcpyDtoH_v2(void* target, CUdeviceptr source, std::size_t bytes) {
  return call_in_context("cuMemcpyDtoH_v2", [&](FakeState& state) {
    if (state.find(source, bytes) == nullptr) {
      return CUresult::kInvalidValue;
    }
    std::memcpy(target, pointer(source), bytes);
    return CUresult::kSuccess;
  });
}

CUresult cuMemsetD8Async(CUdeviceptr target, unsigned char value, std::size_t bytes, CUstream stream) {
  return call_in_context("cuMemsetD8Async", [&](FakeState& state) {
    const CudaGraphNode work{
        .type = CUgraphNodeType::kMemset, .fill_target = target, .fill_value = value, .fill_bytes = bytes};
    return test::run_or_record(state, stream, work);
  });
}

}  // namespace sobelcam::gpu
