// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/cuda_api.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::kFakeExportsLibrary;
using test::kFakeLibrary;
using test::says;

#define SOBELCAM_NAMES(symbol, base, parameters) std::pair<std::string, std::string>(#symbol, base),
const std::vector<std::pair<std::string, std::string>> kNames{SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_NAMES)};
#undef SOBELCAM_NAMES

class CudaApiTest : public test::GpuTest {};

TEST_F(CudaApiTest, HasEveryFunctionOfADriverOfToday) {
  const auto api = load_cuda(kFakeLibrary);
#define SOBELCAM_EXPECT(symbol, base, parameters) EXPECT_NE(api->symbol, nullptr) << #symbol;
  SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_EXPECT)
#undef SOBELCAM_EXPECT
  EXPECT_EQ(api->driver_version, 13000);
  EXPECT_EQ(api->library, kFakeLibrary);
}

TEST_F(CudaApiTest, AsksForEachFunctionByItsNameWithoutTheVersion) {
  for (const auto& [symbol, base] : kNames) {
    EXPECT_EQ(base, symbol.substr(0, symbol.find("_v2")));
  }
}

TEST_F(CudaApiTest, StartsTheDriver) {
  load_cuda(kFakeLibrary);
  EXPECT_EQ(fake_.calls("cuInit"), 1);
}

TEST_F(CudaApiTest, TakesTheDriverOfJetPack6) {
  fake_.restart("version=12020");
  EXPECT_EQ(load_cuda(kFakeLibrary)->driver_version, 12020);
}

TEST_F(CudaApiTest, RefusesAnOlderDriverWithBothVersions) {
  fake_.restart("version=11040");
  try {
    load_cuda(kFakeLibrary);
    FAIL() << "loaded";
  } catch (const DriverTooOld& error) {
    EXPECT_TRUE(says(error.what(), "is for CUDA 11.4, and at least CUDA 12.0 is needed"));
    EXPECT_TRUE(says(error.what(), "JetPack 6"));
  }
  EXPECT_EQ(fake_.calls("cuInit"), 0);
}

TEST_F(CudaApiTest, FindsExportedFunctionsWhereADriverHasNoGetProcAddress) {
  test::control_of(kFakeExportsLibrary).restart("");
  const auto api = load_cuda(kFakeExportsLibrary);
  EXPECT_NE(api->cuMemAlloc_v2, nullptr);
  EXPECT_NE(api->cuGraphExecKernelNodeSetParams_v2, nullptr);
}

TEST_F(CudaApiTest, SaysThatThereIsNoLibrary) {
  EXPECT_THROW(load_cuda("/nowhere/libcuda.so.1"), LibraryMissing);
  const auto error = error_of([] { load_cuda("/nowhere/libcuda.so.1"); });
  EXPECT_TRUE(says(error->what(), "/nowhere/libcuda.so.1"));
  EXPECT_TRUE(says(error->what(), "Install NVIDIA's driver"));
}

TEST_F(CudaApiTest, SaysThatALibraryIsNoDriver) {
  EXPECT_THROW(load_cuda("libm.so.6"), SymbolMissing);
  EXPECT_TRUE(says(error_of([] { load_cuda("libm.so.6"); })->what(), "no cuDriverGetVersion in libm.so.6"));
}

TEST_F(CudaApiTest, KnowsTheStubOfTheToolkit) {
  fake_.restart("cuDriverGetVersion=34");
  EXPECT_THROW(load_cuda(kFakeLibrary), InitFailed);
  EXPECT_TRUE(says(error_of([] { load_cuda(kFakeLibrary); })->what(), "toolkit's stub"));
}

TEST_F(CudaApiTest, CanBeLoadedAgainAfterAFailure) {
  fake_.restart("cuInit@1=999");
  EXPECT_THROW(load_cuda(kFakeLibrary), InitFailed);
  EXPECT_NO_THROW(load_cuda(kFakeLibrary));
}

TEST_F(CudaApiTest, WritesVersionsAsPeopleDo) {
  EXPECT_EQ(version_text(12060), "12.6");
  EXPECT_EQ(version_text(11040), "11.4");
  EXPECT_EQ(version_text(13000), "13.0");
}

TEST_F(CudaApiTest, NamesAnyFunctionThatADriverLacks) {
  for (const auto& [symbol, base] : kNames) {
    fake_.restart("missing=" + symbol);
    EXPECT_THROW(load_cuda(kFakeLibrary), SymbolMissing);
    const auto error = error_of([] { load_cuda(kFakeLibrary); });
    EXPECT_TRUE(says(error->what(), "for CUDA 13.0, has no " + symbol + ". "));
    EXPECT_TRUE(says(error->what(), "install the driver anew"));
  }
}

struct StartUpFault {
  int result;
  const char* words;
};

class StartUpTest : public test::GpuTest, public testing::WithParamInterface<StartUpFault> {};

TEST_P(StartUpTest, SaysWhatHelps) {
  fake_.restart("cuInit=" + std::to_string(GetParam().result));
  EXPECT_THROW(load_cuda(kFakeLibrary), InitFailed);
  const auto error = error_of([] { load_cuda(kFakeLibrary); });
  EXPECT_EQ(error->call(), "cuInit");
  EXPECT_EQ(static_cast<int>(error->result()), GetParam().result);
  EXPECT_TRUE(says(error->what(), "cuInit failed with error " + std::to_string(GetParam().result) + ", CUDA_ERROR_"));
  EXPECT_TRUE(says(error->what(), "CUDA 13.0"));
  EXPECT_TRUE(says(error->remedy(), GetParam().words));
}

INSTANTIATE_TEST_SUITE_P(Codes, StartUpTest,
                         testing::Values(StartUpFault{100, "no GPU that this driver can use"},
                                         StartUpFault{999, "groups video and render"},
                                         StartUpFault{801, "groups render and video"}, StartUpFault{304, "ProcSubset="},
                                         StartUpFault{803, "different releases"}, StartUpFault{46, "exclusive mode"},
                                         StartUpFault{36, "kernel's driver is older"},
                                         StartUpFault{3, "words of the fake driver"}),
                         [](const auto& test) { return "Error" + std::to_string(test.param.result); });

}  // namespace
}  // namespace sobelcam::gpu
