// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstring>

#include "tests/fake_cuda/state.h"

namespace sobelcam::gpu {
namespace {

struct Entry {
  const char* base;
  const char* symbol;
  void* function;
};

#define SOBELCAM_FAKE_ENTRY(symbol, base, parameters) Entry{base, #symbol, reinterpret_cast<void*>(&symbol)},
const std::array kEntries{SOBELCAM_CUDA_FUNCTIONS(SOBELCAM_FAKE_ENTRY)};
#undef SOBELCAM_FAKE_ENTRY

}  // namespace

extern "C" CUresult cuGetProcAddress_v2(const char* base, void** function, int version, std::uint64_t flags,
                                        int* status) {
  test::Access access;
  *function = nullptr;
  if (status != nullptr) {
    *status = 1;
  }
  if (version > access.state().script.number("version", 13000) || flags != kGetProcAddressLegacyStream) {
    return CUresult::kInvalidValue;
  }
  for (const auto& entry : kEntries) {
    if (std::strcmp(entry.base, base) == 0 && !access.state().script.missing(entry.symbol)) {
      *function = entry.function;
      if (status != nullptr) {
        *status = 0;
      }
    }
  }
  return *function != nullptr || status != nullptr ? CUresult::kSuccess : CUresult::kNotFound;
}

}  // namespace sobelcam::gpu
