// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Every function of the driver that is used here: X(symbol, base name, parameters).
///
/// The base name is what cuGetProcAddress takes; asked for as of CUDA 12.0 it gives the version that `symbol` names,
/// whatever newer ones a driver has (cuEventElapsedTime, for one, has had a second since 12.8).
#define SOBELCAM_CUDA_FUNCTIONS(X)                                                                                     \
  X(cuInit, "cuInit", (unsigned flags))                                                                                \
  X(cuGetErrorName, "cuGetErrorName", (CUresult result, const char** name))                                            \
  X(cuGetErrorString, "cuGetErrorString", (CUresult result, const char** text))                                        \
  X(cuDeviceGetCount, "cuDeviceGetCount", (int* count))                                                                \
  X(cuDeviceGet, "cuDeviceGet", (CUdevice * device, int ordinal))                                                      \
  X(cuDeviceGetName, "cuDeviceGetName", (char* name, int size, CUdevice device))                                       \
  X(cuDeviceTotalMem_v2, "cuDeviceTotalMem", (std::size_t * bytes, CUdevice device))                                   \
  X(cuDeviceGetAttribute, "cuDeviceGetAttribute", (int* value, CUdeviceAttribute attribute, CUdevice device))          \
  X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext * context, CUdevice device))                      \
  X(cuDevicePrimaryCtxRelease_v2, "cuDevicePrimaryCtxRelease", (CUdevice device))                                      \
  X(cuCtxSetCurrent, "cuCtxSetCurrent", (CUcontext context))                                                           \
  X(cuCtxPushCurrent_v2, "cuCtxPushCurrent", (CUcontext context))                                                      \
  X(cuCtxPopCurrent_v2, "cuCtxPopCurrent", (CUcontext * context))                                                      \
  X(cuStreamCreate, "cuStreamCreate", (CUstream * stream, unsigned flags))                                             \
  X(cuStreamDestroy_v2, "cuStreamDestroy", (CUstream stream))                                                          \
  X(cuStreamSynchronize, "cuStreamSynchronize", (CUstream stream))                                                     \
  X(cuStreamQuery, "cuStreamQuery", (CUstream stream))                                                                 \
  X(cuStreamWaitEvent, "cuStreamWaitEvent", (CUstream stream, CUevent event, unsigned flags))                          \
  X(cuStreamBeginCapture_v2, "cuStreamBeginCapture", (CUstream stream, CUstreamCaptureMode mode))                      \
  X(cuStreamEndCapture, "cuStreamEndCapture", (CUstream stream, CUgraph * graph))                                      \
  X(cuStreamIsCapturing, "cuStreamIsCapturing", (CUstream stream, CUstreamCaptureStatus * status))                     \
  X(cuEventCreate, "cuEventCreate", (CUevent * event, unsigned flags))                                                 \
  X(cuEventDestroy_v2, "cuEventDestroy", (CUevent event))                                                              \
  X(cuEventRecord, "cuEventRecord", (CUevent event, CUstream stream))                                                  \
  X(cuEventRecordWithFlags, "cuEventRecordWithFlags", (CUevent event, CUstream stream, unsigned flags))                \
  X(cuEventSynchronize, "cuEventSynchronize", (CUevent event))                                                         \
  X(cuEventQuery, "cuEventQuery", (CUevent event))                                                                     \
  X(cuEventElapsedTime, "cuEventElapsedTime", (float* milliseconds, CUevent start, CUevent end))                       \
  X(cuMemAlloc_v2, "cuMemAlloc", (CUdeviceptr * address, std::size_t bytes))                                           \
  X(cuMemFree_v2, "cuMemFree", (CUdeviceptr address))                                                                  \
  X(cuMemHostAlloc, "cuMemHostAlloc", (void** data, std::size_t bytes, unsigned flags))                                \
  X(cuMemFreeHost, "cuMemFreeHost", (void* data))                                                                      \
  X(cuMemHostGetDevicePointer_v2, "cuMemHostGetDevicePointer", (CUdeviceptr * address, void* data, unsigned flags))    \
  X(cuMemHostRegister_v2, "cuMemHostRegister", (void* data, std::size_t bytes, unsigned flags))                        \
  X(cuMemHostUnregister, "cuMemHostUnregister", (void* data))                                                          \
  X(cuPointerGetAttribute, "cuPointerGetAttribute", (void* value, CUpointerAttribute attribute, CUdeviceptr address))  \
  X(cuMemcpyHtoDAsync_v2, "cuMemcpyHtoDAsync",                                                                         \
    (CUdeviceptr target, const void* source, std::size_t bytes, CUstream stream))                                      \
  X(cuMemcpy2DAsync_v2, "cuMemcpy2DAsync", (const Memcpy2dParams* copy, CUstream stream))                              \
  X(cuMemcpyDtoHAsync_v2, "cuMemcpyDtoHAsync", (void* target, CUdeviceptr source, std::size_t bytes, CUstream stream)) \
  X(cuMemcpyDtoDAsync_v2, "cuMemcpyDtoDAsync",                                                                         \
    (CUdeviceptr target, CUdeviceptr source, std::size_t bytes, CUstream stream))                                      \
  X(cuMemcpyDtoH_v2, "cuMemcpyDtoH", (void* target, CUdeviceptr source, std::size_t bytes))                            \
  X(cuMemsetD8Async, "cuMemsetD8Async", (CUdeviceptr target, unsigned char value, std::size_t bytes, CUstream stream)) \
  X(cuModuleLoadDataEx, "cuModuleLoadDataEx",                                                                          \
    (CUmodule * module, const void* image, unsigned count, CUjitOption* options, void** values))                       \
  X(cuModuleUnload, "cuModuleUnload", (CUmodule module))                                                               \
  X(cuModuleGetFunction, "cuModuleGetFunction", (CUfunction * function, CUmodule module, const char* name))            \
  X(cuFuncGetAttribute, "cuFuncGetAttribute", (int* value, CUfunctionAttribute attribute, CUfunction function))        \
  X(cuFuncSetAttribute, "cuFuncSetAttribute", (CUfunction function, CUfunctionAttribute attribute, int value))         \
  X(cuLaunchKernelEx, "cuLaunchKernelEx",                                                                              \
    (const LaunchConfig* config, CUfunction function, void** parameters, void** extra))                                \
  X(cuGraphDestroy, "cuGraphDestroy", (CUgraph graph))                                                                 \
  X(cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags",                                                        \
    (CUgraphExec * exec, CUgraph graph, unsigned long long flags))                                                     \
  X(cuGraphExecDestroy, "cuGraphExecDestroy", (CUgraphExec exec))                                                      \
  X(cuGraphLaunch, "cuGraphLaunch", (CUgraphExec exec, CUstream stream))                                               \
  X(cuGraphGetNodes, "cuGraphGetNodes", (CUgraph graph, CUgraphNode * nodes, std::size_t * count))                     \
  X(cuGraphNodeGetType, "cuGraphNodeGetType", (CUgraphNode node, CUgraphNodeType * type))                              \
  X(cuGraphKernelNodeGetParams_v2, "cuGraphKernelNodeGetParams", (CUgraphNode node, KernelNodeParams * parameters))    \
  X(cuGraphMemcpyNodeGetParams, "cuGraphMemcpyNodeGetParams", (CUgraphNode node, Memcpy3dParams * parameters))         \
  X(cuGraphExecKernelNodeSetParams_v2, "cuGraphExecKernelNodeSetParams",                                               \
    (CUgraphExec exec, CUgraphNode node, const KernelNodeParams* parameters))                                          \
  X(cuGraphExecMemcpyNodeSetParams, "cuGraphExecMemcpyNodeSetParams",                                                  \
    (CUgraphExec exec, CUgraphNode node, const Memcpy3dParams* parameters, CUcontext context))
