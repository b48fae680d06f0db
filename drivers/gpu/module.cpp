// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/module.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <optional>
#include <sstream>
#include <vector>

namespace sobelcam::gpu {
namespace {

bool starts_with(std::span<const std::byte> bytes, std::span<const unsigned char> prefix) {
  return bytes.size() >= prefix.size() && std::memcmp(bytes.data(), prefix.data(), prefix.size()) == 0;
}

bool is_text(std::span<const std::byte> image) {
  constexpr std::array<unsigned char, 4> kElf{0x7F, 'E', 'L', 'F'};
  constexpr std::array<unsigned char, 4> kFatBinary{0x50, 0xED, 0x55, 0xBA};
  return !starts_with(image, kElf) && !starts_with(image, kFatBinary);
}

/// What the driver's compiler wrote, on one line.
class JitLog {
 public:
  CUresult load(const CudaApi& api, const void* image, CUmodule* module) {
    std::array<CUjitOption, 2> options{CUjitOption::kErrorLogBuffer, CUjitOption::kErrorLogBufferSizeBytes};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver takes the size itself where it says pointer
    std::array<void*, 2> values{text_.data(), reinterpret_cast<void*>(text_.size() - 1)};
    return api.cuModuleLoadDataEx(module, image, static_cast<unsigned>(options.size()), options.data(), values.data());
  }

  std::string line() const {
    std::istringstream text(text_.data());
    std::string all;
    for (std::string line; std::getline(text, line);) {
      all += all.empty() || line.empty() ? line : "; " + line;
    }
    return all;
  }

 private:
  std::array<char, 4096> text_{};
};

std::shared_ptr<const Function::ModuleHandle> load(const Device& device, std::span<const std::byte> image) {
  const CurrentContext current(*device.context());
  std::vector<std::byte> text;
  const void* data = image.data();
  if (is_text(image)) {
    text.assign(image.begin(), image.end());
    text.push_back(std::byte{0});  // the driver finds the end of a text by this
    data = text.data();
  }
  CUmodule module = nullptr;
  JitLog log;
  if (const CUresult result = log.load(device.api(), data, &module); result != CUresult::kSuccess) {
    const std::string line = log.line();
    throw_error(device.api(), "cuModuleLoadDataEx", result,
                (is_text(image) ? "PTX for " : "a cubin for ") + device.properties().name + " (sm_" +
                    std::to_string(device.properties().compute_capability()) + ")" +
                    (line.empty() ? "" : "; the driver's compiler says: " + line));
  }
  return std::make_shared<const Function::ModuleHandle>(device.context(), module);
}

bool another_image_may_do(CUresult result) {
  switch (result) {
    case CUresult::kInvalidImage:
    case CUresult::kNoBinaryForGpu:
    case CUresult::kInvalidPtx:
    case CUresult::kJitCompilerNotFound:
    case CUresult::kUnsupportedPtxVersion:
      return true;
    default:
      return false;
  }
}

/// The forms that this device may take, best first.
std::vector<ModuleImage> candidates(const Device& device, std::span<const ModuleImage> images, int toolkit_version,
                                    Jit jit) {
  std::vector<ModuleImage> chosen;
  const int own = device.properties().compute_capability();
  std::copy_if(images.begin(), images.end(), std::back_inserter(chosen), [own, jit](const ModuleImage& image) {
    return image.compute_capability == 0 || (jit != Jit::kForced && image.compute_capability == own);
  });
  const bool ptx_first = device.driver_version() / 1000 < toolkit_version / 1000;
  std::stable_sort(chosen.begin(), chosen.end(), [ptx_first](const ModuleImage& a, const ModuleImage& b) {
    return ptx_first ? a.compute_capability < b.compute_capability : a.compute_capability > b.compute_capability;
  });
  return chosen;
}

}  // namespace

Module::Module(const Device& device, std::span<const std::byte> image)
    : from_ptx_(is_text(image)), handle_(load(device, image)) {}

Module load_module(const Device& device, std::span<const ModuleImage> images, int toolkit_version, Jit jit) {
  std::optional<Error> refusal;
  for (const ModuleImage& image : candidates(device, images, toolkit_version, jit)) {
    try {
      return {device, image.bytes};
    } catch (const Error& error) {
      if (!another_image_may_do(error.result())) {
        throw;
      }
      if (!refusal || image.compute_capability == 0) {
        refusal = error;
      }
    }
  }
  if (refusal) {
    throw Error(*refusal);
  }
  throw_error(device.api(), "cuModuleLoadDataEx", CUresult::kNoBinaryForGpu,
              "neither a cubin for sm_" + std::to_string(device.properties().compute_capability()) +
                  " nor PTX is in this build");
}

}  // namespace sobelcam::gpu
