// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace sobelcam::by_thrust {

/// What a call of the CUDA runtime said: its number, name and words.
inline std::string words(const char* call, cudaError_t result) {
  return std::string(call) + ": error " + std::to_string(static_cast<int>(result)) + " (" + cudaGetErrorName(result) +
         "), " + cudaGetErrorString(result);
}

/// Throws std::runtime_error unless the call succeeded.
inline void check(const char* call, cudaError_t result) {
  if (result != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // else the runtime would give it again to whoever asks next
    throw std::runtime_error(words(call, result));
  }
}

/// A stream of the runtime, in the context that is current.
class Stream {
 public:
  Stream() { check("cudaStreamCreateWithFlags", cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
  ~Stream() { static_cast<void>(cudaStreamDestroy(handle_)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  cudaStream_t get() const { return handle_; }
  void synchronize() const { check("cudaStreamSynchronize", cudaStreamSynchronize(handle_)); }

 private:
  cudaStream_t handle_ = nullptr;
};

}  // namespace sobelcam::by_thrust
