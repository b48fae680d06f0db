// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/bench/bench_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <string>

namespace sobelcam::cuda {
namespace {

const gpu::ModuleImage* image_for(const DeviceCode& code, int capability) {
  const auto found = std::find_if(code.images.begin(), code.images.end(), [capability](const gpu::ModuleImage& image) {
    return image.compute_capability == capability;
  });
  return found != code.images.end() ? &*found : nullptr;
}

std::string ptx_of(const DeviceCode& code) {
  const gpu::ModuleImage* image = image_for(code, 0);
  return image != nullptr ? std::string(reinterpret_cast<const char*>(image->bytes.data()), image->bytes.size()) : "";
}

std::set<std::string> matches(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) {
    found.insert(it->str());
  }
  return found;
}

TEST(BenchCode, HoldsEveryFormOfEveryModule) {
  EXPECT_EQ(bench_device_code().size(), 6U);
  for (const DeviceCode& code : bench_device_code()) {
    for (const int capability : {0, 87, 90}) {
      EXPECT_NE(image_for(code, capability), nullptr) << code.module << " for sm_" << capability;
    }
  }
}

TEST(BenchCode, IsNotAmongWhatThePipelinesCarry) {
  for (const DeviceCode& code : device_code()) {
    EXPECT_FALSE(code.module.starts_with("bench_")) << code.module;
  }
}

TEST(BenchCode, RoundsEveryOperationAsSpecDemands) {
  for (const DeviceCode& code : bench_device_code()) {
    const std::string ptx = ptx_of(code);
    ASSERT_NE(ptx, "") << code.module;
    for (const std::string& operation : matches(ptx, R"(\b(fma|mad|sqrt|div|rcp)\.[a-z0-9.]*f(32|64)\b)")) {
      EXPECT_NE(operation.find(".rn."), std::string::npos) << code.module << ": " << operation;
    }
    EXPECT_EQ(matches(ptx, R"(\b(mul|add|sub)\.(f32|f64|sat)[a-z0-9.]*)"), std::set<std::string>{}) << code.module;
    EXPECT_EQ(matches(ptx, R"(\b[a-z0-9.]*\.(approx|ftz)\b[a-z0-9.]*)"), std::set<std::string>{}) << code.module;
  }
}

}  // namespace
}  // namespace sobelcam::cuda
