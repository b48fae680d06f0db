// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/module.h"

#include <array>
#include <string>
#include <utility>

#include "drivers/gpu/device_buffer.h"
#include "tests/drivers/gpu/gpu_session.h"
#include "tests/drivers/gpu/gpu_test.h"

namespace sobelcam::gpu {
namespace {

using test::error_of;
using test::kPtx;
using test::says;

constexpr int kToolkit = 13000;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string cubin_for(int capability) {
  return "\x7F"
         "ELF sm_" +
         std::to_string(capability) + " .entry invert(.param .u64 target)";
}

class GpuModuleTest : public test::GpuTest {
 protected:
  Module load(const Device& device, Jit jit = Jit::kWhenNeeded) const {
    const std::array images{ModuleImage{87, bytes_of(sm_87_)}, ModuleImage{90, bytes_of(sm_90_)},
                            ModuleImage{0, bytes_of(kPtx)}};
    return load_module(device, images, kToolkit, jit);
  }

  std::string sm_87_ = cubin_for(87);
  std::string sm_90_ = cubin_for(90);
};

TEST_F(GpuModuleTest, GivesTheDriverATextWithItsEnd) {
  const Device device = open_device();
  const std::string more = kPtx + ".entry not_part_of_it()";
  const Module module(device, bytes_of(more).first(kPtx.size()));
  EXPECT_TRUE(module.from_ptx());
  EXPECT_NO_THROW(module.function("invert"));
  EXPECT_THROW(module.function("not_part_of_it"), Error);
}

TEST_F(GpuModuleTest, TakesACubinAsItIs) {
  const Device device = open_device();
  EXPECT_FALSE(Module(device, bytes_of(sm_90_)).from_ptx());
}

TEST_F(GpuModuleTest, SaysWhatTheCompilerSaid) {
  const Device device = open_device("cuModuleLoadDataEx=218,jit_log=1");
  const auto error = error_of([&] { Module(device, bytes_of(kPtx)); });
  EXPECT_TRUE(says(error->what(),
                   "PTX for Fake GPU 0 (sm_90); the driver's compiler says: line 7: unknown symbol; "
                   "fatal: stopped. "));
  EXPECT_TRUE(says(error->what(), "refused the PTX text"));
}

TEST_F(GpuModuleTest, SaysNothingOfACompilerThatSaidNothing) {
  const Device device = open_device("cuModuleLoadDataEx=200");
  const auto error = error_of([&] { Module(device, bytes_of(sm_90_)); });
  EXPECT_TRUE(says(error->what(), "a cubin for Fake GPU 0 (sm_90). "));
}

TEST_F(GpuModuleTest, NamesAKernelThatItLacks) {
  const Device device = open_device();
  const Module module(device, bytes_of(kPtx));
  EXPECT_TRUE(says(error_of([&] { module.function("blur"); })->what(), "kernel blur"));
}

TEST_F(GpuModuleTest, StaysWhileAFunctionOfItLives) {
  const Device device = open_device();
  auto module = std::make_unique<Module>(device, bytes_of(kPtx));
  const Function function = module->function("invert");
  module.reset();
  EXPECT_EQ(fake_.leftovers(), "1 context, 1 module");
  EXPECT_NO_THROW(function.attributes());
}

TEST_F(GpuModuleTest, IsTheDevicesOwnCubin) {
  const Device device = open_device("capability=87");
  EXPECT_FALSE(load(device).from_ptx());
  EXPECT_EQ(fake_.calls("cuModuleLoadDataEx"), 1) << "no other one was tried";
}

TEST_F(GpuModuleTest, IsPtxForADeviceWithoutACubin) {
  const Device device = open_device("capability=86");
  EXPECT_TRUE(load(device).from_ptx());
  EXPECT_EQ(fake_.calls("cuModuleLoadDataEx"), 1);
}

TEST_F(GpuModuleTest, IsPtxWhereThatIsDemanded) {
  const Device device = open_device("capability=87");
  EXPECT_TRUE(load(device, Jit::kForced).from_ptx());
}

TEST_F(GpuModuleTest, IsPtxForADriverOlderThanTheToolkit) {
  const Device device = open_device("capability=87,version=12060");
  EXPECT_TRUE(load(device).from_ptx());
}

TEST_F(GpuModuleTest, IsPtxWhereTheCubinIsRefused) {
  for (const char* refusal : {"200", "209"}) {
    const Device device = open_device(std::string("capability=87,cuModuleLoadDataEx@1=") + refusal);
    EXPECT_TRUE(load(device).from_ptx()) << refusal;
  }
}

TEST_F(GpuModuleTest, IsTheCubinWhereAnOldDriverCannotTranslate) {
  const Device device = open_device("capability=87,version=12060,cuModuleLoadDataEx@1=221");
  EXPECT_FALSE(load(device).from_ptx());
}

TEST_F(GpuModuleTest, TellsThePtxsFaultWhereBothAreRefused) {
  const Device device = open_device("capability=87,cuModuleLoadDataEx@1=209,cuModuleLoadDataEx@2=221");
  const auto error = error_of([&] { load(device); });
  EXPECT_EQ(error->result(), CUresult::kJitCompilerNotFound);
  EXPECT_TRUE(says(error->remedy(), "libnvidia-ptxjitcompiler"));
}

TEST_F(GpuModuleTest, DoesNotHideAnotherFaultBehindTheNextImage) {
  const Device device = open_device("capability=87,cuModuleLoadDataEx=2");
  EXPECT_EQ(error_of([&] { load(device); })->result(), CUresult::kOutOfMemory);
  EXPECT_EQ(fake_.calls("cuModuleLoadDataEx"), 1);
}

TEST_F(GpuModuleTest, SaysThatThereIsNoneForTheDevice) {
  const Device device = open_device("capability=75");
  const std::array images{ModuleImage{87, bytes_of(sm_87_)}};
  const auto error = error_of([&] { load_module(device, images, kToolkit); });
  EXPECT_TRUE(says(error->what(), "neither a cubin for sm_75 nor PTX is in this build"));
}

class GpuFunctionTest : public test::GpuTest {};

TEST_F(GpuFunctionTest, KnowsWhatTheCompilerMadeOfIt) {
  const Device device = open_device();
  const FunctionAttributes attributes = Module(device, bytes_of(kPtx)).function("invert").attributes();
  EXPECT_EQ(attributes.registers, 40);
  EXPECT_EQ(attributes.local_bytes, 16);
  EXPECT_EQ(attributes.shared_bytes, 2048);
  EXPECT_EQ(attributes.max_threads, 1024);
}

TEST_F(GpuFunctionTest, IsLaunchedWithItsShapeAndArguments) {
  const Device device = open_device();
  const Stream stream(device);
  const DeviceBuffer buffer(device, 64);
  const Function function = Module(device, bytes_of(kPtx)).function("invert");
  function.launch({{5, 6, 7}, {8, 9, 1}, 512}, stream, buffer.address(), std::uint32_t{77}, 1.0F);
  const auto launches = fake_.launches();
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].kernel, "invert");
  EXPECT_EQ(launches[0].grid, (std::array{5U, 6U, 7U}));
  EXPECT_EQ(launches[0].block, (std::array{8U, 9U, 1U}));
  EXPECT_EQ(launches[0].shared_bytes, 512U);
  EXPECT_EQ(launches[0].arguments, (std::vector<std::uint64_t>{buffer.address(), 77, 0x3F800000}));
}

TEST_F(GpuFunctionTest, MayBeginEarlyOnlyWhereItsShapeSaysSo) {
  const Device device = open_device();
  const Stream stream(device);
  const Function function = Module(device, bytes_of(kPtx)).function("invert");
  LaunchShape shape{{1, 1, 1}, {32, 1, 1}};
  function.launch(shape, stream, CUdeviceptr{0}, std::uint32_t{0}, 1.0F);
  shape.early = true;
  function.launch(shape, stream, CUdeviceptr{0}, std::uint32_t{0}, 1.0F);
  const auto launches = fake_.launches();
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_FALSE(launches[0].early);
  EXPECT_TRUE(launches[1].early);
}

TEST_F(GpuFunctionTest, NamesAShapeThatTheDriverRefuses) {
  const Device device = open_device();
  const Stream stream(device);
  const Function function = Module(device, bytes_of(kPtx)).function("invert");
  const auto error = error_of([&] {
    function.launch({{0, 1, 1}, {32, 4, 1}, 0}, stream, CUdeviceptr{0}, std::uint32_t{0}, 1.0F);
  });
  EXPECT_TRUE(says(error->what(), "kernel invert, 0 x 1 x 1 blocks of 32 x 4 x 1 threads, 0 bytes of shared memory"));
}

TEST_F(GpuFunctionTest, NamesSharedMemoryThatIsTooMuch) {
  const Device device = open_device();
  const Function function = Module(device, bytes_of(kPtx)).function("invert");
  EXPECT_NO_THROW(function.allow_shared_bytes(100 * 1024));
  EXPECT_TRUE(says(error_of([&] { function.allow_shared_bytes(200 * 1024); })->what(),
                   "204800 bytes of shared memory for a block of kernel invert"));
}

}  // namespace
}  // namespace sobelcam::gpu
