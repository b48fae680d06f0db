// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {

using test::call;
using test::FakeState;

namespace {

int device_count(const FakeState& state) {
  return state.script.number("devices", 1);
}

bool known(const FakeState& state, CUdevice device) {
  return device >= 0 && device < device_count(state);
}

int attribute_of(const FakeState& state, CUdeviceAttribute attribute) {
  const bool integrated = state.script.number("integrated", 0) != 0;
  const int capability = state.script.number("capability", integrated ? 87 : 90);
  switch (attribute) {
    case CUdeviceAttribute::kMultiprocessorCount:
      return integrated ? 8 : 132;
    case CUdeviceAttribute::kIntegrated:
      return integrated ? 1 : 0;
    case CUdeviceAttribute::kCanMapHostMemory:
      return state.script.number("unmappable", 0) != 0 ? 0 : 1;
    case CUdeviceAttribute::kMemoryClockRate:
      return 3199000;
    case CUdeviceAttribute::kGlobalMemoryBusWidth:
      return integrated ? 128 : 6144;
    case CUdeviceAttribute::kL2CacheSize:
      return 4 << 20;
    case CUdeviceAttribute::kAsyncEngineCount:
      return integrated ? 2 : 3;
    case CUdeviceAttribute::kComputeCapabilityMajor:
      return capability / 10;
    case CUdeviceAttribute::kComputeCapabilityMinor:
      return capability % 10;
    case CUdeviceAttribute::kCanUseHostPointerForRegisteredMem:
      return 1;
    case CUdeviceAttribute::kMaxSharedMemoryPerBlockOptin:
      return 163 * 1024;
    case CUdeviceAttribute::kHostRegisterSupported:
      return state.script.number("unregistrable", 0) != 0 ? 0 : 1;
  }
  return 0;
}

}  // namespace

CUresult cuInit(unsigned flags) {
  return call("cuInit", [&](FakeState& state) {
    state.started = true;
    return flags == 0 ? CUresult::kSuccess : CUresult::kInvalidValue;
  });
}

CUresult cuGetErrorName(CUresult result, const char** name) {
  switch (result) {
    case CUresult::kInvalidValue:
      *name = "CUDA_ERROR_INVALID_VALUE";
      return CUresult::kSuccess;
    case CUresult::kOutOfMemory:
      *name = "CUDA_ERROR_OUT_OF_MEMORY";
      return CUresult::kSuccess;
    case CUresult::kNoDevice:
      *name = "CUDA_ERROR_NO_DEVICE";
      return CUresult::kSuccess;
    case CUresult::kIllegalAddress:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return CUresult::kSuccess;
    default:
      *name = "CUDA_ERROR_FAKED";
      return static_cast<unsigned>(result) == 12345 ? CUresult::kInvalidValue : CUresult::kSuccess;
  }
}

CUresult cuGetErrorString(CUresult result, const char** text) {
  *text = "words of the fake driver";
  return static_cast<unsigned>(result) == 12345 ? CUresult::kInvalidValue : CUresult::kSuccess;
}

CUresult cuDeviceGetCount(int* count) {
  return call("cuDeviceGetCount", [&](FakeState& state) {
    *count = device_count(state);
    return CUresult::kSuccess;
  });
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return call("cuDeviceGet", [&](FakeState& state) {
    *device = ordinal;
    return known(state, ordinal) ? CUresult::kSuccess : CUresult::kInvalidDevice;
  });
}

CUresult cuDeviceGetName(char* name, int size, CUdevice device) {
  return call("cuDeviceGetName", [&](FakeState&) {
    std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU %d", device);
    return CUresult::kSuccess;
  });
}

CUresult cuDeviceTotalMem_v2(std::size_t* bytes, CUdevice device) {
  return call("cuDeviceTotalMem_v2", [&](FakeState& state) {
    *bytes = std::size_t{8} << 30;
    return known(state, device) ? CUresult::kSuccess : CUresult::kInvalidDevice;
  });
}

CUresult cuDeviceGetAttribute(int* value, CUdeviceAttribute attribute, CUdevice device) {
  return call("cuDeviceGetAttribute", [&](FakeState& state) {
    *value = attribute_of(state, attribute);
    return known(state, device) ? CUresult::kSuccess : CUresult::kInvalidDevice;
  });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return call("cuDevicePrimaryCtxRetain", [&](FakeState& state) {
    if (!known(state, device)) {
      return CUresult::kInvalidDevice;
    }
    *context = &state.contexts.at(static_cast<std::size_t>(device));
    ++(*context)->retained;
    return CUresult::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return call("cuDevicePrimaryCtxRelease_v2", [&](FakeState& state) {
    CudaContext& context = state.contexts.at(static_cast<std::size_t>(device));
    if (context.retained == 0) {
      state.complain("a context released more often than retained");
      return CUresult::kInvalidContext;
    }
    --context.retained;
    return CUresult::kSuccess;
  });
}

CUresult cuCtxSetCurrent(CUcontext context) {
  return call("cuCtxSetCurrent", [&](FakeState&) {
    auto& stack = test::context_stack();
    if (stack.empty()) {
      stack.push_back(context);
    } else {
      stack.back() = context;
    }
    return CUresult::kSuccess;
  });
}

CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return call("cuCtxPushCurrent_v2", [&](FakeState&) {
    test::context_stack().push_back(context);
    return CUresult::kSuccess;
  });
}

CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  return call("cuCtxPopCurrent_v2", [&](FakeState& state) {
    auto& stack = test::context_stack();
    if (stack.empty()) {
      state.complain("a context popped that was not pushed");
      return CUresult::kInvalidContext;
    }
    *context = stack.back();
    stack.pop_back();
    return CUresult::kSuccess;
  });
}

}  // namespace sobelcam::gpu
