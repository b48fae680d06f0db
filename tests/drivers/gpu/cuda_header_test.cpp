// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

#include "drivers/gpu/cuda_api.h"

// Shows every version of every function, under its exported name.
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

namespace sobelcam::gpu {
namespace {

/// Whether two types look alike to the calling convention: a pointer for a pointer, a structure of ours for the
/// driver's of that size, a number or enumeration for one of its size.
template <typename Ours, typename Theirs>
constexpr bool alike() {
  if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
    using OurTarget = std::remove_pointer_t<Ours>;
    using TheirTarget = std::remove_pointer_t<Theirs>;
    if constexpr (std::is_pointer_v<OurTarget> || std::is_arithmetic_v<OurTarget> || std::is_enum_v<OurTarget>) {
      return std::is_const_v<OurTarget> == std::is_const_v<TheirTarget> && alike<OurTarget, TheirTarget>();
    } else {
      return !std::is_arithmetic_v<TheirTarget>;
    }
  } else {
    return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> &&
           std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs> && sizeof(Ours) == sizeof(Theirs);
  }
}

template <typename Ours, typename Theirs>
struct SameCall : std::false_type {};

template <typename... Ours, typename... Theirs>
requires(sizeof...(Ours) == sizeof...(Theirs)) struct SameCall<CUresult (*)(Ours...), ::CUresult (*)(Theirs...)>
    : std::bool_constant<(alike<Ours, Theirs>() && ...)> {
};

#define SOBELCAM_SAME_CALL(symbol, base, parameters) \
  static_assert(SameCall<decltype(CudaApi::symbol), decltype(&::symbol)>::value, #symbol);
SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_SAME_CALL)
#undef SOBELCAM_SAME_CALL

static_assert(!SameCall<CUresult (*)(int*), ::CUresult (*)(int)>::value, "the comparison sees a difference");
static_assert(!SameCall<CUresult (*)(std::uint32_t*), ::CUresult (*)(std::size_t*)>::value, "and one behind a pointer");

#define SOBELCAM_SAME_NUMBER(ours, theirs) \
  static_assert(static_cast<unsigned long long>(ours) == static_cast<unsigned long long>(theirs), #theirs)

SOBELCAM_SAME_NUMBER(CUresult::kSuccess, CUDA_SUCCESS);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidValue, CUDA_ERROR_INVALID_VALUE);
SOBELCAM_SAME_NUMBER(CUresult::kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
SOBELCAM_SAME_NUMBER(CUresult::kNotInitialized, CUDA_ERROR_NOT_INITIALIZED);
SOBELCAM_SAME_NUMBER(CUresult::kDeinitialized, CUDA_ERROR_DEINITIALIZED);
SOBELCAM_SAME_NUMBER(CUresult::kStubLibrary, CUDA_ERROR_STUB_LIBRARY);
SOBELCAM_SAME_NUMBER(CUresult::kCallRequiresNewerDriver, CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER);
SOBELCAM_SAME_NUMBER(CUresult::kDeviceUnavailable, CUDA_ERROR_DEVICE_UNAVAILABLE);
SOBELCAM_SAME_NUMBER(CUresult::kNoDevice, CUDA_ERROR_NO_DEVICE);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidDevice, CUDA_ERROR_INVALID_DEVICE);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidImage, CUDA_ERROR_INVALID_IMAGE);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidContext, CUDA_ERROR_INVALID_CONTEXT);
SOBELCAM_SAME_NUMBER(CUresult::kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidPtx, CUDA_ERROR_INVALID_PTX);
SOBELCAM_SAME_NUMBER(CUresult::kJitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND);
SOBELCAM_SAME_NUMBER(CUresult::kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
SOBELCAM_SAME_NUMBER(CUresult::kOperatingSystem, CUDA_ERROR_OPERATING_SYSTEM);
SOBELCAM_SAME_NUMBER(CUresult::kInvalidHandle, CUDA_ERROR_INVALID_HANDLE);
SOBELCAM_SAME_NUMBER(CUresult::kNotFound, CUDA_ERROR_NOT_FOUND);
SOBELCAM_SAME_NUMBER(CUresult::kNotReady, CUDA_ERROR_NOT_READY);
SOBELCAM_SAME_NUMBER(CUresult::kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS);
SOBELCAM_SAME_NUMBER(CUresult::kHostMemoryAlreadyRegistered, CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
SOBELCAM_SAME_NUMBER(CUresult::kNotSupported, CUDA_ERROR_NOT_SUPPORTED);
SOBELCAM_SAME_NUMBER(CUresult::kSystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
SOBELCAM_SAME_NUMBER(CUresult::kUnknown, CUDA_ERROR_UNKNOWN);

SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kIntegrated, CU_DEVICE_ATTRIBUTE_INTEGRATED);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kCanMapHostMemory, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kMemoryClockRate, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kGlobalMemoryBusWidth, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kL2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kAsyncEngineCount, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kCanUseHostPointerForRegisteredMem,
                     CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kMaxSharedMemoryPerBlockOptin,
                     CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
SOBELCAM_SAME_NUMBER(CUdeviceAttribute::kHostRegisterSupported, CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED);

SOBELCAM_SAME_NUMBER(CUfunctionAttribute::kMaxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
SOBELCAM_SAME_NUMBER(CUfunctionAttribute::kSharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
SOBELCAM_SAME_NUMBER(CUfunctionAttribute::kLocalSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
SOBELCAM_SAME_NUMBER(CUfunctionAttribute::kNumRegs, CU_FUNC_ATTRIBUTE_NUM_REGS);
SOBELCAM_SAME_NUMBER(CUfunctionAttribute::kMaxDynamicSharedSizeBytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);

SOBELCAM_SAME_NUMBER(CUjitOption::kErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
SOBELCAM_SAME_NUMBER(CUjitOption::kErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SOBELCAM_SAME_NUMBER(CUmemorytype::kHost, CU_MEMORYTYPE_HOST);
SOBELCAM_SAME_NUMBER(CUmemorytype::kDevice, CU_MEMORYTYPE_DEVICE);
SOBELCAM_SAME_NUMBER(CUmemorytype::kArray, CU_MEMORYTYPE_ARRAY);
SOBELCAM_SAME_NUMBER(CUmemorytype::kUnified, CU_MEMORYTYPE_UNIFIED);
SOBELCAM_SAME_NUMBER(CUpointerAttribute::kMemoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
SOBELCAM_SAME_NUMBER(CUstreamCaptureMode::kGlobal, CU_STREAM_CAPTURE_MODE_GLOBAL);
SOBELCAM_SAME_NUMBER(CUstreamCaptureMode::kThreadLocal, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
SOBELCAM_SAME_NUMBER(CUstreamCaptureMode::kRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
SOBELCAM_SAME_NUMBER(CUstreamCaptureStatus::kNone, CU_STREAM_CAPTURE_STATUS_NONE);
SOBELCAM_SAME_NUMBER(CUstreamCaptureStatus::kActive, CU_STREAM_CAPTURE_STATUS_ACTIVE);
SOBELCAM_SAME_NUMBER(CUstreamCaptureStatus::kInvalidated, CU_STREAM_CAPTURE_STATUS_INVALIDATED);
SOBELCAM_SAME_NUMBER(CUgraphNodeType::kKernel, CU_GRAPH_NODE_TYPE_KERNEL);
SOBELCAM_SAME_NUMBER(CUgraphNodeType::kMemcpy, CU_GRAPH_NODE_TYPE_MEMCPY);
SOBELCAM_SAME_NUMBER(CUgraphNodeType::kMemset, CU_GRAPH_NODE_TYPE_MEMSET);
SOBELCAM_SAME_NUMBER(CUgraphNodeType::kEmpty, CU_GRAPH_NODE_TYPE_EMPTY);
SOBELCAM_SAME_NUMBER(CUgraphNodeType::kEventRecord, CU_GRAPH_NODE_TYPE_EVENT_RECORD);

SOBELCAM_SAME_NUMBER(kStreamNonBlocking, CU_STREAM_NON_BLOCKING);
SOBELCAM_SAME_NUMBER(kEventDefault, CU_EVENT_DEFAULT);
SOBELCAM_SAME_NUMBER(kEventDisableTiming, CU_EVENT_DISABLE_TIMING);
SOBELCAM_SAME_NUMBER(kEventRecordExternal, CU_EVENT_RECORD_EXTERNAL);
SOBELCAM_SAME_NUMBER(kMemHostAllocPortable, CU_MEMHOSTALLOC_PORTABLE);
SOBELCAM_SAME_NUMBER(kMemHostAllocDeviceMap, CU_MEMHOSTALLOC_DEVICEMAP);
SOBELCAM_SAME_NUMBER(kMemHostRegisterPortable, CU_MEMHOSTREGISTER_PORTABLE);
SOBELCAM_SAME_NUMBER(kMemHostRegisterDeviceMap, CU_MEMHOSTREGISTER_DEVICEMAP);
SOBELCAM_SAME_NUMBER(kGetProcAddressLegacyStream, CU_GET_PROC_ADDRESS_LEGACY_STREAM);

#define SOBELCAM_SAME_PLACE(ours, theirs, member)                                \
  static_assert(offsetof(ours, member) == offsetof(::theirs, member) &&          \
                    alike<decltype(ours::member), decltype(::theirs::member)>(), \
                #member)

static_assert(sizeof(KernelNodeParams) == sizeof(::CUDA_KERNEL_NODE_PARAMS_v2));
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, func);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, gridDimX);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, gridDimY);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, gridDimZ);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, blockDimX);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, blockDimY);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, blockDimZ);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, kernelParams);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, extra);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, kern);
SOBELCAM_SAME_PLACE(KernelNodeParams, CUDA_KERNEL_NODE_PARAMS_v2, ctx);

static_assert(sizeof(LaunchAttribute) == sizeof(::CUlaunchAttribute));
static_assert(offsetof(LaunchAttribute, id) == offsetof(::CUlaunchAttribute, id));
static_assert(offsetof(LaunchAttribute, value) == offsetof(::CUlaunchAttribute, value));
SOBELCAM_SAME_NUMBER(CUlaunchAttributeID::kProgrammaticStreamSerialization,
                     CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION);

static_assert(sizeof(LaunchConfig) == sizeof(::CUlaunchConfig));
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, gridDimX);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, gridDimY);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, gridDimZ);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, blockDimX);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, blockDimY);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, blockDimZ);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, sharedMemBytes);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, hStream);
SOBELCAM_SAME_PLACE(LaunchConfig, CUlaunchConfig, numAttrs);
static_assert(offsetof(LaunchConfig, attrs) == offsetof(::CUlaunchConfig, attrs));

static_assert(sizeof(Memcpy2dParams) == sizeof(::CUDA_MEMCPY2D_v2));
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcXInBytes);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcY);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcMemoryType);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcHost);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcDevice);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcArray);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, srcPitch);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstXInBytes);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstY);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstMemoryType);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstHost);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstDevice);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstArray);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, dstPitch);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, WidthInBytes);
SOBELCAM_SAME_PLACE(Memcpy2dParams, CUDA_MEMCPY2D_v2, Height);

static_assert(sizeof(Memcpy3dParams) == sizeof(::CUDA_MEMCPY3D_v2));
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcXInBytes);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcY);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcZ);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcLOD);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcMemoryType);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcHost);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcDevice);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcArray);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcPitch);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, srcHeight);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstXInBytes);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstY);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstZ);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstLOD);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstMemoryType);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstHost);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstDevice);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstArray);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstPitch);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, dstHeight);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, WidthInBytes);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, Height);
SOBELCAM_SAME_PLACE(Memcpy3dParams, CUDA_MEMCPY3D_v2, Depth);

TEST(CudaHeaderTest, IsOfTheVersionThatIsAskedForOrLater) {
  EXPECT_GE(CUDA_VERSION, kOldestDriver);
}

}  // namespace
}  // namespace sobelcam::gpu
