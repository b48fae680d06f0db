// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/bench/bench_code.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/kernels/cuda/device_code_reading.h"

namespace sobelcam::cuda {
namespace {

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
