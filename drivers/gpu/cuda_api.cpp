// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/cuda_api.h"

#include <dlfcn.h>

#include <utility>

#include "drivers/gpu/error.h"

namespace sobelcam::gpu {
namespace {

/// cuGetProcAddress_v2, which is there since CUDA 12.0.
using FindFunction = CUresult (*)(const char* base, void** function, int version, std::uint64_t flags, int* status);

void* open_library(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    throw LibraryMissing({"dlopen",
                          {},
                          {},
                          reason != nullptr ? reason : library,
                          "Install NVIDIA's driver, which brings libcuda.so.1; in a container, have the host's passed "
                          "in; on Jetson the library's folder must be known to ldconfig."});
  }
  return handle;
}

template <typename Function>
Function find_exported(void* handle, const char* symbol) {
  return reinterpret_cast<Function>(dlsym(handle, symbol));
}

int driver_version(void* handle, const std::string& library) {
  const auto get_version = find_exported<CUresult (*)(int*)>(handle, "cuDriverGetVersion");
  if (get_version == nullptr) {
    throw SymbolMissing(
        {"dlsym",
         {},
         {},
         "no cuDriverGetVersion in " + library,
         "This is not a CUDA driver: take it out of the library path, or install NVIDIA's driver anew."});
  }
  int version = 0;
  if (const CUresult result = get_version(&version); result != CUresult::kSuccess) {
    throw InitFailed(describe_failure({}, "cuDriverGetVersion", result, library));
  }
  return version;
}

void demand_version(int version, const std::string& library) {
  if (version < kOldestDriver) {
    throw DriverTooOld({"cuDriverGetVersion",
                        {},
                        {},
                        library + " is for CUDA " + version_text(version) + ", and at least CUDA " +
                            version_text(kOldestDriver) + " is needed",
                        "Update NVIDIA's driver (525 or newer on a PC, JetPack 6 or newer on Jetson)."});
  }
}

class Resolver {
 public:
  Resolver(void* handle, const CudaApi& api)
      : handle_(handle), api_(api), find_(find_exported<FindFunction>(handle, "cuGetProcAddress_v2")) {}

  template <typename Function>
  void resolve(Function& target, const char* symbol, const char* base) const {
    void* function = find_ != nullptr ? ask_driver(base) : dlsym(handle_, symbol);
    if (function == nullptr) {
      throw SymbolMissing({find_ != nullptr ? "cuGetProcAddress_v2" : "dlsym",
                           {},
                           {},
                           api_.library + ", for CUDA " + version_text(api_.driver_version) + ", has no " + symbol,
                           "The driver's installation is damaged or is not NVIDIA's: install the driver anew."});
    }
    target = reinterpret_cast<Function>(function);
  }

 private:
  void* ask_driver(const char* base) const {
    void* function = nullptr;
    int status = 0;
    const CUresult result = find_(base, &function, kOldestDriver, kGetProcAddressLegacyStream, &status);
    return result == CUresult::kSuccess ? function : nullptr;
  }

  void* handle_;
  const CudaApi& api_;
  FindFunction find_;
};

}  // namespace

std::shared_ptr<const CudaApi> load_cuda(const std::string& library) {
  void* handle = open_library(library);
  auto api = std::make_shared<CudaApi>();
  api->library = library;
  api->driver_version = driver_version(handle, library);
  demand_version(api->driver_version, library);
  const Resolver resolver(handle, *api);
#define SOBELCAM_RESOLVE(symbol, base, parameters) resolver.resolve(api->symbol, #symbol, base);
  SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_RESOLVE)
#undef SOBELCAM_RESOLVE
  if (const CUresult result = api->cuInit(0); result != CUresult::kSuccess) {
    throw InitFailed(
        describe_failure(*api, "cuInit", result, "the driver for CUDA " + version_text(api->driver_version)));
  }
  return api;
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace sobelcam::gpu
