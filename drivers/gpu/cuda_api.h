// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "drivers/gpu/cuda_functions.h"
#include "drivers/gpu/cuda_types.h"

namespace sobelcam::gpu {

/// The driver API of one libcuda, loaded at run time; every function is there.
///
/// Threads:  any
/// Lifetime: the library is never unloaded, since driver threads may still run in it
struct CudaApi {
#define SOBELCAM_CUDA_MEMBER(symbol, base, parameters) CUresult(*symbol) parameters = nullptr;
  SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_CUDA_MEMBER)
#undef SOBELCAM_CUDA_MEMBER

  std::string library;     ///< what was loaded
  int driver_version = 0;  ///< the CUDA version of the driver: 1000 x major + 10 x minor
};

/// The `.so` without a number is a link of the toolkit's, for the linker.
inline constexpr const char* kCudaLibrary = "libcuda.so.1";

/// The oldest driver that has all of the functions: CUDA 12.0.
inline constexpr int kOldestDriver = 12000;

/// Loads a driver and starts it (cuInit).
/// Errors:   LibraryMissing, DriverTooOld, SymbolMissing, InitFailed (error.h)
std::shared_ptr<const CudaApi> load_cuda(const std::string& library = kCudaLibrary);

/// "12.2" for 12020.
std::string version_text(int version);

}  // namespace sobelcam::gpu
