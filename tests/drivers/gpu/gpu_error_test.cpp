// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/error.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/gpu/cuda_api.h"
#include "tests/drivers/gpu/gpu_session.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::kFakeLibrary;
using test::run_everything;
using test::says;

#define SOBELCAM_NAME(symbol, base, parameters) std::string_view(#symbol),
constexpr std::array kCalls{SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_NAME) std::string_view("cuDriverGetVersion")};
#undef SOBELCAM_NAME

constexpr std::array kCodes{2, 100, 200, 209, 218, 221, 222, 304, 600, 700, 801, 803, 999};

/// Calls that put errors into words, that take apart, and the one whose failure is an answer.
constexpr std::array kSilentCalls{std::string_view("cuGetErrorName"),
                                  std::string_view("cuGetErrorString"),
                                  std::string_view("cuDevicePrimaryCtxRelease_v2"),
                                  std::string_view("cuCtxPopCurrent_v2"),
                                  std::string_view("cuStreamDestroy_v2"),
                                  std::string_view("cuEventDestroy_v2"),
                                  std::string_view("cuMemFree_v2"),
                                  std::string_view("cuMemFreeHost"),
                                  std::string_view("cuMemHostUnregister"),
                                  std::string_view("cuModuleUnload"),
                                  std::string_view("cuGraphDestroy"),
                                  std::string_view("cuGraphExecDestroy"),
                                  std::string_view("cuPointerGetAttribute")};

bool is_silent(std::string_view call) {
  return std::find(kSilentCalls.begin(), kSilentCalls.end(), call) != kSilentCalls.end();
}

bool is_query(std::string_view call) {
  return call == "cuStreamQuery" || call == "cuEventQuery";
}

std::vector<std::string_view> loud_calls() {
  std::vector<std::string_view> calls(kCalls.begin(), kCalls.end());
  std::erase_if(calls, is_silent);
  return calls;
}

class FailingCallTest : public test::GpuTest, public testing::WithParamInterface<std::string_view> {
 protected:
  std::string call_{GetParam()};
};

TEST_P(FailingCallTest, BecomesAnErrorThatNamesCallCodeAndRemedy) {
  for (const int code : kCodes) {
    if (is_query(call_) && code == 600) {
      continue;  // the answer no
    }
    fake_.restart(call_ + "=" + std::to_string(code));
    const auto error = error_of([] { run_everything(kFakeLibrary); });
    ASSERT_TRUE(error.has_value()) << call_ << " with " << code;
    EXPECT_EQ(error->call(), call_);
    EXPECT_EQ(static_cast<int>(error->result()), code);
    EXPECT_GT(error->remedy().size(), 20U);
    EXPECT_TRUE(says(error->what(), call_ + " failed with error " + std::to_string(code) + ", "));
    EXPECT_TRUE(says(error->what(), error->remedy()));
    EXPECT_FALSE(says(error->remedy(), "words of the fake driver")) << "no remedy of ours for " << code;
  }
}

/// What is made before a failure is unmade, at whichever call it comes.
TEST_P(FailingCallTest, LeavesNothingBehindWhenItFails) {
  fake_.restart("");
  run_everything(kFakeLibrary);
  const int calls = fake_.calls(call_);
  for (int i = 1; i <= calls; ++i) {
    fake_.restart(call_ + "@" + std::to_string(i) + "=1");
    try {
      run_everything(kFakeLibrary);
      fake_.restart("");  // the call was one of a destructor's, or nothing depends on its answer
    } catch (const Error& error) {
      EXPECT_EQ(error.call(), call_);
    }
    EXPECT_EQ(fake_.leftovers(), "") << "call " << i;
    EXPECT_EQ(fake_.misuse(), "") << "call " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FailingCallTest, testing::ValuesIn(loud_calls()),
                         [](const auto& test) { return std::string(test.param); });

class GpuErrorTest : public test::GpuTest {};

TEST_F(GpuErrorTest, IsTestedWithEveryCallThatCanFail) {
  run_everything(kFakeLibrary);
  for (const std::string_view call : loud_calls()) {
    EXPECT_GT(fake_.calls(std::string(call)), 0) << call;
  }
}

TEST_F(GpuErrorTest, NamesTheSizeThatWasAskedFor) {
  fake_.restart("cuMemAlloc_v2=2");
  const auto error = error_of([] { run_everything(kFakeLibrary); });
  EXPECT_TRUE(says(error->what(), "CUDA_ERROR_OUT_OF_MEMORY: 4096 bytes of device memory. "));
}

TEST_F(GpuErrorTest, TakesTheDriversWordsWhereItHasNoneOfItsOwn) {
  const auto api = load_cuda(kFakeLibrary);
  const Error error(describe_failure(*api, "cuLaunchKernel", static_cast<CUresult>(719)));
  EXPECT_EQ(error.remedy(), "The driver says: words of the fake driver.");
}

TEST_F(GpuErrorTest, SurvivesANumberThatTheDriverDoesNotKnow) {
  const auto api = load_cuda(kFakeLibrary);
  const Error error(describe_failure(*api, "cuLaunchKernel", static_cast<CUresult>(12345)));
  EXPECT_STREQ(error.what(),
               "cuLaunchKernel failed with error 12345, a number that this driver has no name for. "
               "The driver says: nothing about this number.");
}

TEST_F(GpuErrorTest, TellsAMissingRightAtStartUpFromAMissingFeature) {
  const auto api = load_cuda(kFakeLibrary);
  const auto remedy = [&](const char* call) { return describe_failure(*api, call, CUresult::kNotSupported).remedy; };
  EXPECT_TRUE(says(remedy("cuInit"), "groups"));
  EXPECT_TRUE(says(remedy("cuMemHostRegister_v2"), "use pinned buffers"));
  EXPECT_TRUE(says(remedy("cuLaunchKernel"), "cannot do"));
}

class DestructionTest : public test::GpuTest, public testing::WithParamInterface<std::string_view> {};

TEST_P(DestructionTest, SurvivesErrorsAndIsTriedOnce) {
  run_everything(kFakeLibrary);
  const std::string call{GetParam()};
  const int calls = fake_.calls(call);
  fake_.restart(call + "=700");
  EXPECT_NO_THROW(run_everything(kFakeLibrary));
  EXPECT_EQ(fake_.calls(call), calls);
  fake_.restart("");
}

INSTANTIATE_TEST_SUITE_P(All, DestructionTest,
                         testing::Values("cuStreamDestroy_v2", "cuEventDestroy_v2", "cuMemFree_v2", "cuMemFreeHost",
                                         "cuMemHostUnregister", "cuModuleUnload", "cuGraphDestroy",
                                         "cuGraphExecDestroy", "cuDevicePrimaryCtxRelease_v2", "cuCtxPopCurrent_v2"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace sobelcam::gpu
