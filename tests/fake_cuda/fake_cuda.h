// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sobelcam::test {

/// One launch of a kernel, as the fake driver recorded it.
struct FakeLaunch {
  std::string kernel;
  std::array<unsigned, 3> grid{};
  std::array<unsigned, 3> block{};
  unsigned shared_bytes = 0;
  bool early = false;  ///< allowed to begin before the kernel ahead of it has ended
  /// As many as the PTX's .entry declares, each in as many words as it takes, the last padded with zeros.
  std::vector<std::uint64_t> arguments;
};

/// The control of the fake libcuda: a driver over plain host memory that does copies at once, records launches, keeps
/// count of what is made and destroyed, and returns any error at any call where a script says so.
///
/// A script is a list separated by commas, in the environment variable SOBELCAM_FAKE_CUDA or given to restart():
///   cuInit=100            every call returns 100
///   cuMemAlloc_v2@2=2     the second call returns 2, the others work
///   missing=cuMemAlloc_v2 cuGetProcAddress_v2 does not find it
///   version=12020         the driver's version; 13000 if not said
///   devices=2, capability=87, integrated=1, unmappable=1, unregistrable=1
///   jit_log=1             a failing cuModuleLoadDataEx writes two lines to the log
/// Calls are counted by their exported names from the last restart.
class FakeCuda {
 public:
  virtual ~FakeCuda() = default;

  /// Forgets everything, live objects included.
  virtual void restart(const std::string& script) = 0;
  /// How often a function was called.
  virtual int calls(const std::string& symbol) const = 0;
  /// What was made and not destroyed: "1 event, 2 stream"; empty where all is balanced.
  virtual std::string leftovers() const = 0;
  /// What no caller may do: destroying twice, a dead handle, no current context; empty where nothing was wrong.
  virtual std::string misuse() const = 0;
  virtual std::vector<FakeLaunch> launches() const = 0;
};

/// The one function that the library exports beside the driver's: its name and type.
inline constexpr const char* kFakeCudaControl = "sobelcam_fake_cuda";
using FakeCudaControl = FakeCuda& (*)();

}  // namespace sobelcam::test
