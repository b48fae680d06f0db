// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "firmware/gpu_registration.h"

#include <array>

#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam {
namespace {

using test::kFakeLibrary;

class GpuRegistrationTest : public test::GpuTest {
 protected:
  alignas(4096) std::array<std::byte, 8192> pages_{};
};

TEST_F(GpuRegistrationTest, WhatIsRegisteredStaysSoUntilItIsLetGo) {
  auto registration = gpu_registration(kFakeLibrary);
  ASSERT_NE(registration, nullptr);
  auto registered = registration->register_pages(pages_);
  registration.reset();
  EXPECT_EQ(fake_.calls("cuMemHostRegister_v2"), 1);
  EXPECT_EQ(fake_.calls("cuMemHostUnregister"), 0);
  registered.reset();
  EXPECT_EQ(fake_.calls("cuMemHostUnregister"), 1);
}

TEST_F(GpuRegistrationTest, SaysInWordsThatTheGpuDoesNotTakeThePages) {
  fake_.restart("unregistrable=1");
  const auto registration = gpu_registration(kFakeLibrary);
  ASSERT_NE(registration, nullptr);
  const auto error = test::error_of([&] { registration->register_pages(pages_); });
  EXPECT_TRUE(test::says(error->what(), "a mapping of 8192 bytes"));
}

TEST_F(GpuRegistrationTest, ThereIsNoneWithoutAGpu) {
  fake_.restart("cuInit=100");
  EXPECT_EQ(gpu_registration(kFakeLibrary), nullptr);
}

}  // namespace
}  // namespace sobelcam
