// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/device_code.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/kernels/cuda/device_code_reading.h"

namespace sobelcam::cuda {
namespace {

constexpr std::array kCubins{87, 90};
constexpr std::array kModules{"gray", "gray_bayer", "blur", "equalize", "sobel", "quantize", "fused"};
/// Run once for every pixel of every frame: a spilled register would be paid for millions of times.
constexpr std::array kHotKernels{
    "gray_rgb24",
    "gray_bgr24",
    "gray_luma",
    "gray_yuyv",
    "gray_uyvy",
    "gray_rgb32",
    "gray_luma16",
    "gray_rgb565",
    "gray_bayer8",
    "gray_bayer16",
    "gray_bayer10_packed",
    "blur_across",
    "blur_down",
    "quantize_blur",
    "equalize",
    "sobel_of_blur",
    "sobel_of_equalized",
    "quantize_magnitude",
    "edges_rgb24",
    "edges_bgr24",
    "edges_yuyv",
    "edges_uyvy",
    "edges_luma",
    "edges_rgb24_ragged",
    "edges_bgr24_ragged",
    "edges_yuyv_ragged",
    "edges_uyvy_ragged",
    "edges_luma_ragged",
    "levels_rgb24",
    "levels_bgr24",
    "levels_yuyv",
    "levels_uyvy",
    "levels_luma",
    "levels_rgb24_ragged",
    "levels_bgr24_ragged",
    "levels_yuyv_ragged",
    "levels_uyvy_ragged",
    "levels_luma_ragged",
    "edges_of_levels",
    "edges_rgb32",
    "edges_rgb32_ragged",
    "edges_luma16",
    "edges_luma16_ragged",
    "edges_rgb565",
    "edges_rgb565_ragged",
    "levels_rgb32",
    "levels_rgb32_ragged",
    "levels_luma16",
    "levels_luma16_ragged",
    "levels_rgb565",
    "levels_rgb565_ragged",
    "edges_bayer8",
    "edges_bayer16",
    "edges_bayer10_packed",
    "levels_bayer8",
    "levels_bayer16",
    "levels_bayer10_packed",
};

/// What a cubin says that it is for. The compilers of CUDA 13 write it into bits 8 to 15, those before into 0 to 7.
int capability_of(std::span<const std::byte> cubin) {
  Elf64_Ehdr header{};
  if (cubin.size() < sizeof(header)) {
    return 0;
  }
  std::memcpy(&header, cubin.data(), sizeof(header));
  constexpr Elf64_Half kCuda = 190;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != kCuda) {
    return 0;
  }
  constexpr unsigned char kFirstAbiOfCuda13 = 8;
  const unsigned shift = header.e_ident[EI_ABIVERSION] >= kFirstAbiOfCuda13 ? 8 : 0;
  return static_cast<int>(header.e_flags >> shift & 0xFFU);
}

/// What the assembler said of one kernel: from its name to the next one's.
std::string report_on(const std::string& kernel, int capability) {
  for (const DeviceCode& code : device_code()) {
    std::ifstream file(std::string(SOBELCAM_DEVICE_CODE_FOLDER "/") + std::string(code.module) + ".sm_" +
                       std::to_string(capability) + ".cubin.report");
    const std::string report{std::istreambuf_iterator<char>(file), {}};
    const auto begin = report.find("entry function '" + kernel + "'");
    if (begin != std::string::npos) {
      return report.substr(begin, report.find("entry function", begin + 1) - begin);
    }
  }
  return {};
}

TEST(DeviceCodeTest, HoldsAModuleForEachStage) {
  std::set<std::string> names;
  for (const DeviceCode& code : device_code()) {
    names.emplace(code.module);
  }
  for (const char* module : kModules) {
    EXPECT_TRUE(names.contains(module)) << module;
  }
}

TEST(DeviceCodeTest, HoldsMachineCodeForOrinAndHopper) {
  for (const DeviceCode& code : device_code()) {
    for (const int capability : kCubins) {
      const gpu::ModuleImage* image = image_for(code, capability);
      ASSERT_NE(image, nullptr) << code.module << " for sm_" << capability;
      EXPECT_EQ(capability_of(image->bytes), capability) << code.module;
    }
  }
}

TEST(DeviceCodeTest, HoldsPtxThatDriversSinceCuda114CanRead) {
  for (const DeviceCode& code : device_code()) {
    const std::string ptx = ptx_of(code);
    EXPECT_EQ(matches(ptx, R"(\.version [^\n]*)"), std::set<std::string>{".version 7.4"}) << code.module;
    EXPECT_EQ(matches(ptx, R"(\.target [^\n]*)"), std::set<std::string>{".target sm_75"}) << code.module;
  }
}

TEST(DeviceCodeTest, NamesTheToolkitThatMadeIt) {
  for (const DeviceCode& code : device_code()) {
    EXPECT_GE(code.toolkit_version, 11080) << code.module;
  }
}

TEST(DeviceCodeTest, HasNoRoundingThatSpecForbids) {
  for (const DeviceCode& code : device_code()) {
    const std::string ptx = ptx_of(code);
    for (const std::string& operation : matches(ptx, R"(\b(fma|mad|sqrt|div|rcp)\.[a-z0-9.]*f(32|64)\b)")) {
      EXPECT_NE(operation.find(".rn."), std::string::npos) << code.module << ": " << operation;
    }
    // Flushing and approximating is for the one root that is repaired afterwards: exact.cuh.
    for (const std::string& operation : matches(ptx, R"(\b[a-z0-9.]*\.(approx|ftz)\b[a-z0-9.]*)")) {
      EXPECT_EQ(operation, "rsqrt.approx.ftz.f32") << code.module;
      EXPECT_EQ(code.module, "fused") << operation;
    }
  }
}

/// Without `.rn` the driver's compiler may make one operation of a product and a sum.
TEST(DeviceCodeTest, LeavesNothingToBeContractedByTheDriver) {
  for (const DeviceCode& code : device_code()) {
    EXPECT_EQ(matches(ptx_of(code), R"(\b(mul|add|sub)\.(f32|f64|sat)[a-z0-9.]*)"), std::set<std::string>{})
        << code.module;
  }
}

TEST(DeviceCodeTest, KeepsHotKernelsInRegisters) {
  for (const char* kernel : kHotKernels) {
    for (const int capability : kCubins) {
      const std::string report = report_on(kernel, capability);
      ASSERT_NE(report, "") << kernel << " for sm_" << capability;
      EXPECT_NE(report.find("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"), std::string::npos)
          << kernel << " for sm_" << capability << ":\n"
          << report;
      EXPECT_EQ(report.find("lmem"), std::string::npos) << kernel << " for sm_" << capability << ":\n" << report;
    }
  }
}

}  // namespace
}  // namespace sobelcam::cuda
