// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sobelcam::gpu {

/// The types of the CUDA driver API that are used here, declared anew so that no toolkit is needed to build.
/// Handles and structures bear the driver's names; tests/drivers/gpu/cuda_header_test.cpp compares them with cuda.h.
using CUdevice = int;
using CUdeviceptr = std::uint64_t;
using CUcontext = struct CudaContext*;
using CUstream = struct CudaStream*;
using CUevent = struct CudaEvent*;
using CUmodule = struct CudaModule*;
using CUfunction = struct CudaFunction*;
using CUkernel = struct CudaKernel*;
using CUarray = struct CudaArray*;
using CUgraph = struct CudaGraph*;
using CUgraphExec = struct CudaGraphExec*;
using CUgraphNode = struct CudaGraphNode*;

/// What every call returns; a driver may return numbers that are not listed.
enum class CUresult : std::uint32_t {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kDeinitialized = 4,
  kStubLibrary = 34,
  kCallRequiresNewerDriver = 36,
  kDeviceUnavailable = 46,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidImage = 200,
  kInvalidContext = 201,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kJitCompilerNotFound = 221,
  kUnsupportedPtxVersion = 222,
  kOperatingSystem = 304,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kHostMemoryAlreadyRegistered = 712,
  kNotSupported = 801,
  kSystemDriverMismatch = 803,
  kUnknown = 999,
};

enum class CUdeviceAttribute : std::uint32_t {
  kMultiprocessorCount = 16,
  kIntegrated = 18,
  kCanMapHostMemory = 19,
  kMemoryClockRate = 36,
  kGlobalMemoryBusWidth = 37,
  kL2CacheSize = 38,
  kAsyncEngineCount = 40,
  kComputeCapabilityMajor = 75,
  kComputeCapabilityMinor = 76,
  kCanUseHostPointerForRegisteredMem = 91,
  kMaxSharedMemoryPerBlockOptin = 97,
  kHostRegisterSupported = 99,
};

enum class CUfunctionAttribute : std::uint32_t {
  kMaxThreadsPerBlock = 0,
  kSharedSizeBytes = 1,
  kLocalSizeBytes = 3,
  kNumRegs = 4,
  kMaxDynamicSharedSizeBytes = 8,
};

enum class CUjitOption : std::uint32_t {
  kErrorLogBuffer = 5,
  kErrorLogBufferSizeBytes = 6,
};

enum class CUmemorytype : std::uint32_t { kHost = 1, kDevice = 2, kArray = 3, kUnified = 4 };
enum class CUpointerAttribute : std::uint32_t { kMemoryType = 2 };
enum class CUstreamCaptureMode : std::uint32_t { kGlobal = 0, kThreadLocal = 1, kRelaxed = 2 };
enum class CUstreamCaptureStatus : std::uint32_t { kNone = 0, kActive = 1, kInvalidated = 2 };
enum class CUgraphNodeType : std::uint32_t { kKernel = 0, kMemcpy = 1, kMemset = 2, kEmpty = 5, kEventRecord = 7 };

constexpr unsigned kStreamNonBlocking = 0x1;
constexpr unsigned kEventDefault = 0x0;
constexpr unsigned kEventDisableTiming = 0x2;
constexpr unsigned kEventRecordExternal = 0x1;
constexpr unsigned kMemHostAllocPortable = 0x1;
constexpr unsigned kMemHostAllocDeviceMap = 0x2;
constexpr unsigned kMemHostRegisterPortable = 0x1;
constexpr unsigned kMemHostRegisterDeviceMap = 0x2;
constexpr std::uint64_t kGetProcAddressLegacyStream = 0x1;

/// CUDA_KERNEL_NODE_PARAMS_v2
struct KernelNodeParams {
  CUfunction func = nullptr;
  unsigned gridDimX = 1;
  unsigned gridDimY = 1;
  unsigned gridDimZ = 1;
  unsigned blockDimX = 1;
  unsigned blockDimY = 1;
  unsigned blockDimZ = 1;
  unsigned sharedMemBytes = 0;
  void** kernelParams = nullptr;
  void** extra = nullptr;
  CUkernel kern = nullptr;
  CUcontext ctx = nullptr;
};

enum class CUlaunchAttributeID : std::uint32_t { kProgrammaticStreamSerialization = 6 };

/// CUlaunchAttribute; of its value only the first word is used here
struct LaunchAttribute {
  CUlaunchAttributeID id = CUlaunchAttributeID::kProgrammaticStreamSerialization;
  std::uint32_t pad = 0;
  int value = 0;
  std::array<std::uint32_t, 15> rest_of_value{};
};

/// CUlaunchConfig
struct LaunchConfig {
  unsigned gridDimX = 1;
  unsigned gridDimY = 1;
  unsigned gridDimZ = 1;
  unsigned blockDimX = 1;
  unsigned blockDimY = 1;
  unsigned blockDimZ = 1;
  unsigned sharedMemBytes = 0;
  CUstream hStream = nullptr;
  LaunchAttribute* attrs = nullptr;
  unsigned numAttrs = 0;
};

/// CUDA_MEMCPY2D_v2
struct Memcpy2dParams {
  std::size_t srcXInBytes = 0;
  std::size_t srcY = 0;
  CUmemorytype srcMemoryType = CUmemorytype::kHost;
  const void* srcHost = nullptr;
  CUdeviceptr srcDevice = 0;
  CUarray srcArray = nullptr;
  std::size_t srcPitch = 0;
  std::size_t dstXInBytes = 0;
  std::size_t dstY = 0;
  CUmemorytype dstMemoryType = CUmemorytype::kHost;
  void* dstHost = nullptr;
  CUdeviceptr dstDevice = 0;
  CUarray dstArray = nullptr;
  std::size_t dstPitch = 0;
  std::size_t WidthInBytes = 0;
  std::size_t Height = 1;
};

/// CUDA_MEMCPY3D_v2; here always one row.
struct Memcpy3dParams {
  std::size_t srcXInBytes = 0;
  std::size_t srcY = 0;
  std::size_t srcZ = 0;
  std::size_t srcLOD = 0;
  CUmemorytype srcMemoryType = CUmemorytype::kHost;
  const void* srcHost = nullptr;
  CUdeviceptr srcDevice = 0;
  CUarray srcArray = nullptr;
  void* reserved0 = nullptr;
  std::size_t srcPitch = 0;
  std::size_t srcHeight = 0;
  std::size_t dstXInBytes = 0;
  std::size_t dstY = 0;
  std::size_t dstZ = 0;
  std::size_t dstLOD = 0;
  CUmemorytype dstMemoryType = CUmemorytype::kHost;
  void* dstHost = nullptr;
  CUdeviceptr dstDevice = 0;
  CUarray dstArray = nullptr;
  void* reserved1 = nullptr;
  std::size_t dstPitch = 0;
  std::size_t dstHeight = 0;
  std::size_t WidthInBytes = 0;
  std::size_t Height = 1;
  std::size_t Depth = 1;
};

}  // namespace sobelcam::gpu
