// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "drivers/gpu/cuda_types.h"

namespace sobelcam::gpu {

struct CudaApi;

/// What a call of the driver said, and the way out.
struct Failure {
  std::string call;     ///< the driver's function, or dlopen
  CUresult result{};    ///< kSuccess where the failure is not one of a call's own
  std::string name;     ///< CUDA_ERROR_...; empty as above
  std::string problem;  ///< what was wanted or was wrong, in words; may be empty
  std::string remedy;   ///< a sentence
};

/// A call of the driver failed; what() has the call, the number, the driver's name for it, and the way out.
class Error : public std::runtime_error {
 public:
  explicit Error(Failure failure);

  const std::string& call() const { return failure_.call; }
  CUresult result() const { return failure_.result; }
  const std::string& name() const { return failure_.name; }
  const std::string& remedy() const { return failure_.remedy; }

 private:
  Failure failure_;
};

/// There is no libcuda to load.
class LibraryMissing : public Error {
  using Error::Error;
};

/// libcuda lacks a function that a driver of its version should have.
class SymbolMissing : public Error {
  using Error::Error;
};

class DriverTooOld : public Error {
  using Error::Error;
};

/// The driver is there and does not start.
class InitFailed : public Error {
  using Error::Error;
};

/// What failed, as the driver and the remedies below put it; `problem` says what was asked for.
Failure describe_failure(const CudaApi& api, const char* call, CUresult result, std::string_view problem = {});

[[noreturn]] void throw_error(const CudaApi& api, const char* call, CUresult result, std::string_view problem);

/// Throws an Error unless the call succeeded; costs a comparison when it did.
inline void check(const CudaApi& api, const char* call, CUresult result, std::string_view problem = {}) {
  if (result != CUresult::kSuccess) {
    throw_error(api, call, result, problem);
  }
}

}  // namespace sobelcam::gpu
