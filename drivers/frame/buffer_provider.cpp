// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/frame/buffer_provider.h"

#include <new>

namespace sobelcam {
namespace {

constexpr std::align_val_t kAlignment{64};

class OrdinaryMemory final : public BufferProvider {
 public:
  Buffer allocate(std::size_t bytes) override {
    auto* data = static_cast<std::byte*>(::operator new(bytes, kAlignment));
    return {data, bytes, MemoryKind::kOrdinary, [](std::byte* p) { ::operator delete(p, kAlignment); }};
  }
};

}  // namespace

BufferProvider& ordinary_memory() {
  static OrdinaryMemory memory;
  return memory;
}

}  // namespace sobelcam
