// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_cuda/state.h"

#include <cstdlib>
#include <iterator>

namespace sobelcam::test {
namespace {

std::recursive_mutex& mutex() {
  static std::recursive_mutex one;
  return one;
}

std::unique_ptr<FakeState>& stored() {
  static auto one = [] {
    const char* script = std::getenv("SOBELCAM_FAKE_CUDA");
    return std::make_unique<FakeState>(script != nullptr ? script : "");
  }();
  return one;
}

}  // namespace

bool FakeState::alive(const void* object, const char* call) {
  if (!live.contains(object)) {
    complain(std::string(call) + " of a dead handle");
    return false;
  }
  return true;
}

gpu::CUresult FakeState::destroy(const void* object, const char* call) {
  if (!alive(object, call)) {
    return gpu::CUresult::kInvalidHandle;
  }
  live.erase(object);
  return gpu::CUresult::kSuccess;
}

const MemoryBlock* FakeState::find(gpu::CUdeviceptr address, std::size_t bytes) const {
  auto after = memory.upper_bound(address);
  if (after == memory.begin()) {
    return nullptr;
  }
  const auto& [start, block] = *std::prev(after);
  const bool within = address - start <= block.bytes && bytes <= block.bytes - (address - start);
  return within ? &block : nullptr;
}

Access::Access() : lock_(mutex()) {}

FakeState& Access::state() {
  return *stored();
}

void Access::restart(const std::string& script) {
  stored() = std::make_unique<FakeState>(script);
}

std::vector<gpu::CUcontext>& context_stack() {
  thread_local std::vector<gpu::CUcontext> stack;
  return stack;
}

}  // namespace sobelcam::test
