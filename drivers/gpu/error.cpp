// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/error.h"

#include <utility>

#include "drivers/gpu/cuda_api.h"
#include "drivers/gpu/remedies.h"

namespace sobelcam::gpu {
namespace {

std::string message(const Failure& failure) {
  std::string text = failure.call + " failed";
  if (failure.result != CUresult::kSuccess) {
    text += " with error " + std::to_string(static_cast<unsigned>(failure.result)) + ", " + failure.name;
  }
  if (!failure.problem.empty()) {
    text += ": " + failure.problem;
  }
  return text + ". " + failure.remedy;
}

/// The driver's own words; a number that it does not know has none.
std::string from_driver(CUresult (*ask)(CUresult, const char**), CUresult result, const char* otherwise) {
  const char* text = nullptr;
  if (ask == nullptr || ask(result, &text) != CUresult::kSuccess || text == nullptr) {
    return otherwise;
  }
  return text;
}

}  // namespace

Error::Error(Failure failure) : std::runtime_error(message(failure)), failure_(std::move(failure)) {}

Failure describe_failure(const CudaApi& api, const char* call, CUresult result, std::string_view problem) {
  Failure failure{call, result, from_driver(api.cuGetErrorName, result, "a number that this driver has no name for"),
                  std::string(problem), std::string(remedy_for(call, result))};
  if (failure.remedy.empty()) {
    failure.remedy = "The driver says: " + from_driver(api.cuGetErrorString, result, "nothing about this number") + ".";
  }
  return failure;
}

void throw_error(const CudaApi& api, const char* call, CUresult result, std::string_view problem) {
  throw Error(describe_failure(api, call, result, problem));
}

}  // namespace sobelcam::gpu
