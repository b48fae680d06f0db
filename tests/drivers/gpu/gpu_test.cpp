// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/gpu/gpu_test.h"

#include <dlfcn.h>

#include <stdexcept>

namespace sobelcam::test {

FakeCuda& control_of(const char* library) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  void* control = handle != nullptr ? dlsym(handle, kFakeCudaControl) : nullptr;
  if (control == nullptr) {
    throw std::runtime_error(dlerror());
  }
  return reinterpret_cast<FakeCudaControl>(control)();
}

testing::AssertionResult says(const std::string& text, const std::string& words) {
  if (text.find(words) != std::string::npos) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << "no \"" << words << "\" in \"" << text << '"';
}

gpu::Device GpuTest::open_device(const std::string& script) {
  fake_.restart(script);
  gpu::Device device(gpu::load_cuda(kFakeLibrary), 0);
  device.make_current();
  return device;
}

}  // namespace sobelcam::test
