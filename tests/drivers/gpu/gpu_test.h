// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "drivers/gpu/device.h"
#include "tests/fake_cuda/fake_cuda.h"

namespace sobelcam::test {

/// The fake driver whose functions cuGetProcAddress finds, and the one that has only exported names.
inline constexpr const char* kFakeLibrary = SOBELCAM_FAKE_CUDA_LIBRARY;
inline constexpr const char* kFakeExportsLibrary = SOBELCAM_FAKE_CUDA_EXPORTS_LIBRARY;

/// The control of a fake driver.
FakeCuda& control_of(const char* library);

/// Whether a text has these words in it.
testing::AssertionResult says(const std::string& text, const std::string& words);

/// What the action throws as an Error; a failure of the test where it throws none.
template <typename Action>
std::optional<gpu::Error> error_of(Action action) {
  try {
    action();
  } catch (const gpu::Error& error) {
    return error;
  }
  ADD_FAILURE() << "no gpu::Error";
  return std::nullopt;
}

/// Works on the fake driver, and demands that everything made was destroyed, once, and nothing used wrongly.
class GpuTest : public testing::Test {
 protected:
  GpuTest() { fake_.restart(""); }
  void TearDown() override {
    EXPECT_EQ(fake_.leftovers(), "");
    EXPECT_EQ(fake_.misuse(), "");
  }

  /// Starts the fake driver anew and opens its first device, which becomes current.
  gpu::Device open_device(const std::string& script = "");

  FakeCuda& fake_ = control_of(kFakeLibrary);
};

}  // namespace sobelcam::test
