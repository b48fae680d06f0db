// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <regex>

#include "tests/fake_cuda/recording.h"
#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {

using test::call_in_context;
using test::FakeState;

namespace {

/// The sizes of `.param .u64 name, .param .f32 name, .param .align 8 .b8 name[32]`.
std::vector<std::size_t> parameter_sizes(const std::string& list) {
  static const std::regex kParameter(R"(\.param\s+(?:\.align\s+\d+\s+)?\.[a-z](\d+)\s+\w+(?:\[(\d+)\])?)");
  std::vector<std::size_t> sizes;
  for (std::sregex_iterator i(list.begin(), list.end(), kParameter), end; i != end; ++i) {
    const std::size_t count = (*i)[2].matched ? std::stoul((*i)[2]) : 1;
    sizes.push_back(count * std::stoul((*i)[1]) / 8);
  }
  return sizes;
}

/// A fake cubin is "\x7F" "ELF", then text as in PTX; it may name the one GPU that it is for, as "sm_87".
bool suits_device(const FakeState& state, const std::string& image) {
  static const std::regex kTarget("sm_(\\d+)");
  std::smatch match;
  if (image.compare(0, 4,
                    "\x7F"
                    "ELF") != 0 ||
      !std::regex_search(image, match, kTarget)) {
    return true;
  }
  return std::stoi(match[1]) == state.script.number("capability", 90);
}

void find_functions(CudaModule& module) {
  static const std::regex kEntry(R"(\.entry\s+(\w+)\s*\(([^)]*)\))");
  for (std::sregex_iterator i(module.text.begin(), module.text.end(), kEntry), end; i != end; ++i) {
    auto function = std::make_unique<CudaFunction>();
    function->name = (*i)[1];
    function->parameter_bytes = parameter_sizes((*i)[2]);
    module.functions.push_back(std::move(function));
  }
}

void write_log(unsigned count, const CUjitOption* options, void** values) {
  for (unsigned i = 0; i + 1 < count; ++i) {
    if (options[i] == CUjitOption::kErrorLogBuffer && options[i + 1] == CUjitOption::kErrorLogBufferSizeBytes) {
      const auto size = reinterpret_cast<std::size_t>(values[i + 1]);
      std::snprintf(static_cast<char*>(values[i]), size, "line 7: unknown symbol\nfatal: stopped\n");
    }
  }
}

test::FakeLaunch launch_of(const CudaFunction& function, const KernelNodeParams& parameters) {
  test::FakeLaunch launch{function.name,
                          {parameters.gridDimX, parameters.gridDimY, parameters.gridDimZ},
                          {parameters.blockDimX, parameters.blockDimY, parameters.blockDimZ},
                          parameters.sharedMemBytes,
                          false,
                          {}};
  for (std::size_t i = 0; i < function.parameter_bytes.size(); ++i) {
    const std::size_t bytes = function.parameter_bytes[i];
    const std::size_t first = launch.arguments.size();
    launch.arguments.resize(first + (bytes + 7) / 8);
    std::memcpy(&launch.arguments[first], parameters.kernelParams[i], bytes);
  }
  return launch;
}

}  // namespace

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned count, CUjitOption* options, void** values) {
  const CUresult result = call_in_context("cuModuleLoadDataEx", [&](FakeState& state) {
    const std::string text = static_cast<const char*>(image);
    if (!suits_device(state, text)) {
      return CUresult::kNoBinaryForGpu;
    }
    *module = state.make<CudaModule>("module");
    (*module)->text = text;
    find_functions(**module);
    return CUresult::kSuccess;
  });
  if (result != CUresult::kSuccess && test::Access().state().script.number("jit_log", 0) != 0) {
    write_log(count, options, values);
  }
  return result;
}

CUresult cuModuleUnload(CUmodule module) {
  return call_in_context("cuModuleUnload", [&](FakeState& state) { return state.destroy(module, "cuModuleUnload"); });
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  return call_in_context("cuModuleGetFunction", [&](FakeState& state) {
    if (!state.alive(module, "cuModuleGetFunction")) {
      return CUresult::kInvalidHandle;
    }
    for (const auto& known : module->functions) {
      if (known->name == name) {
        *function = known.get();
        return CUresult::kSuccess;
      }
    }
    return CUresult::kNotFound;
  });
}

CUresult cuFuncGetAttribute(int* value, CUfunctionAttribute attribute, CUfunction) {
  return call_in_context("cuFuncGetAttribute", [&](FakeState&) {
    switch (attribute) {
      case CUfunctionAttribute::kMaxThreadsPerBlock:
        *value = 1024;
        break;
      case CUfunctionAttribute::kSharedSizeBytes:
        *value = 2048;
        break;
      case CUfunctionAttribute::kLocalSizeBytes:
        *value = 16;
        break;
      case CUfunctionAttribute::kNumRegs:
        *value = 40;
        break;
      case CUfunctionAttribute::kMaxDynamicSharedSizeBytes:
        return CUresult::kInvalidValue;
    }
    return CUresult::kSuccess;
  });
}

CUresult cuFuncSetAttribute(CUfunction, CUfunctionAttribute attribute, int value) {
  return call_in_context("cuFuncSetAttribute", [&](FakeState&) {
    const bool allowed = attribute == CUfunctionAttribute::kMaxDynamicSharedSizeBytes && value <= 163 * 1024;
    return allowed ? CUresult::kSuccess : CUresult::kInvalidValue;
  });
}

CUresult cuLaunchKernelEx(const LaunchConfig* config, CUfunction function, void** parameters, void**) {
  return call_in_context("cuLaunchKernelEx", [&](FakeState& state) {
    const LaunchConfig& shape = *config;
    if (shape.gridDimX == 0 || shape.gridDimY == 0 || shape.gridDimZ == 0 ||
        std::size_t{shape.blockDimX} * shape.blockDimY * shape.blockDimZ > 1024) {
      return CUresult::kInvalidValue;
    }
    CudaGraphNode work{.type = CUgraphNodeType::kKernel, .function = function};
    work.launch = launch_of(*function,
                            {function, shape.gridDimX, shape.gridDimY, shape.gridDimZ, shape.blockDimX, shape.blockDimY,
                             shape.blockDimZ, shape.sharedMemBytes, parameters, nullptr, nullptr, nullptr});
    work.launch.early = shape.numAttrs == 1 &&
                        shape.attrs->id == CUlaunchAttributeID::kProgrammaticStreamSerialization &&
                        shape.attrs->value == 1;
    return test::run_or_record(state, shape.hStream, work);
  });
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node, const KernelNodeParams* parameters) {
  return call_in_context("cuGraphExecKernelNodeSetParams_v2", [&](FakeState& state) {
    if (!state.alive(exec, "cuGraphExecKernelNodeSetParams_v2")) {
      return CUresult::kInvalidHandle;
    }
    for (std::size_t i = 0; i < exec->nodes.size(); ++i) {
      if (exec->originals[i] == node && node->type == CUgraphNodeType::kKernel) {
        exec->nodes[i].launch = launch_of(*parameters->func, *parameters);
        return CUresult::kSuccess;
      }
    }
    return CUresult::kInvalidValue;
  });
}

}  // namespace sobelcam::gpu
