// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/function.h"

namespace sobelcam::gpu {
namespace {

std::string text(const Extent& extent) {
  return std::to_string(extent.x) + " x " + std::to_string(extent.y) + " x " + std::to_string(extent.z);
}

}  // namespace

Function::Function(std::shared_ptr<const ModuleHandle> module, std::string name)
    : module_(std::move(module)), name_(std::move(name)) {
  const CurrentContext current(*module_->context());
  check(api(), "cuModuleGetFunction", api().cuModuleGetFunction(&handle_, module_->get(), name_.c_str()),
        "kernel " + name_);
}

FunctionAttributes Function::attributes() const {
  const CurrentContext current(*module_->context());
  return {attribute(CUfunctionAttribute::kNumRegs), attribute(CUfunctionAttribute::kLocalSizeBytes),
          attribute(CUfunctionAttribute::kSharedSizeBytes), attribute(CUfunctionAttribute::kMaxThreadsPerBlock)};
}

void Function::allow_shared_bytes(unsigned bytes) const {
  const CurrentContext current(*module_->context());
  check(api(), "cuFuncSetAttribute",
        api().cuFuncSetAttribute(handle_, CUfunctionAttribute::kMaxDynamicSharedSizeBytes, static_cast<int>(bytes)),
        std::to_string(bytes) + " bytes of shared memory for a block of kernel " + name_);
}

void Function::launch_with(const LaunchShape& shape, const Stream& stream, void** arguments) const {
  LaunchAttribute may_begin_early{.value = 1};
  const LaunchConfig config{shape.grid.x,  shape.grid.y,       shape.grid.z, shape.block.x,    shape.block.y,
                            shape.block.z, shape.shared_bytes, stream.get(), &may_begin_early, shape.early ? 1U : 0U};
  const CUresult result = api().cuLaunchKernelEx(&config, handle_, arguments, nullptr);
  if (result != CUresult::kSuccess) {
    throw_error(api(), "cuLaunchKernelEx", result,
                "kernel " + name_ + ", " + text(shape.grid) + " blocks of " + text(shape.block) + " threads, " +
                    std::to_string(shape.shared_bytes) + " bytes of shared memory");
  }
}

int Function::attribute(CUfunctionAttribute which) const {
  int value = 0;
  check(api(), "cuFuncGetAttribute", api().cuFuncGetAttribute(&value, which, handle_), name_);
  return value;
}

}  // namespace sobelcam::gpu
