// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "drivers/gpu/cuda_functions.h"
#include "tests/fake_cuda/objects.h"
#include "tests/fake_cuda/script.h"

namespace sobelcam::gpu {

extern "C" {
CUresult cuDriverGetVersion(int* version);
#define SOBELCAM_FAKE_DECLARE(symbol, base, parameters) CUresult symbol parameters;
SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_FAKE_DECLARE)
#undef SOBELCAM_FAKE_DECLARE
}

}  // namespace sobelcam::gpu

namespace sobelcam::test {

/// An object that was made and not destroyed.
struct LiveObject {
  std::string kind;
  std::shared_ptr<void> object;
};

/// A piece of memory that the fake driver gave out or was told of.
struct MemoryBlock {
  std::size_t bytes = 0;
  gpu::CUmemorytype type{};
};

/// All that the fake driver knows; one for the library, behind one lock.
struct FakeState {
  explicit FakeState(const std::string& text) : script(text) {}

  Script script;
  bool started = false;
  std::map<const void*, LiveObject> live;
  std::map<gpu::CUdeviceptr, MemoryBlock> memory;
  std::vector<gpu::CudaContext> contexts{8};
  std::vector<FakeLaunch> launches;
  std::string misuse;

  void complain(const std::string& what) { misuse += (misuse.empty() ? "" : "; ") + what; }

  /// Registers a new object as live.
  template <typename Object>
  Object* make(const char* kind) {
    auto object = std::make_shared<Object>();
    live[object.get()] = {kind, object};
    return object.get();
  }
  bool alive(const void* object, const char* call);
  gpu::CUresult destroy(const void* object, const char* call);

  /// Whether the piece lies within one block of the driver's.
  const MemoryBlock* find(gpu::CUdeviceptr address, std::size_t bytes) const;
};

/// Locks the state for one call.
class Access {
 public:
  Access();
  FakeState& state();
  void restart(const std::string& script);

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

/// The contexts that are current to this thread, the last on top.
std::vector<gpu::CUcontext>& context_stack();

/// One call of the driver that works without a context: the script's answer, or else the body's.
template <typename Body>
gpu::CUresult call(const char* symbol, Body body) {
  Access access;
  if (const auto scripted = access.state().script.next(symbol)) {
    return *scripted;
  }
  if (!access.state().started && std::string(symbol) != "cuInit") {
    return gpu::CUresult::kNotInitialized;
  }
  return body(access.state());
}

/// One call that needs a current context.
template <typename Body>
gpu::CUresult call_in_context(const char* symbol, Body body) {
  return call(symbol, [&](FakeState& state) {
    if (context_stack().empty() || context_stack().back() == nullptr || context_stack().back()->retained == 0) {
      state.complain(std::string(symbol) + " without a current context");
      return gpu::CUresult::kInvalidContext;
    }
    return body(state);
  });
}

}  // namespace sobelcam::test
