// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/gpu/pinned_provider.h"

#include <algorithm>

namespace sobelcam::gpu {

Buffer PinnedProvider::allocate(std::size_t bytes) {
  // The driver has no empty allocations.
  auto pinned = std::make_shared<PinnedBuffer>(device_, std::max<std::size_t>(bytes, 1));
  std::byte* data = pinned->data();
  return {data, bytes, MemoryKind::kPinnedMapped, [pinned = std::move(pinned)](std::byte*) mutable { pinned.reset(); }};
}

}  // namespace sobelcam::gpu
