// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/input_plan.h"

#include <cstring>
#include <limits>

#include "drivers/frame/image_view.h"
#include "drivers/gpu/stream.h"

namespace sobelcam::cuda {
namespace {

InputPath path_of(const Frame& frame, bool mapped, bool sparse) {
  const bool ordinary = frame.memory() == MemoryKind::kOrdinary;
  if (mapped) {
    const bool too_wide = frame.layout().stride > std::numeric_limits<std::uint32_t>::max();
    return ordinary || too_wide ? InputPath::kStagedMapped : InputPath::kMapped;
  }
  if (ordinary || (sparse && frame.layout().stride > gpu::kMaxRowsStride)) {
    return InputPath::kStagedUpload;
  }
  return sparse ? InputPath::kUploadRows : InputPath::kUpload;
}

}  // namespace

InputPlan::InputPlan(const Frame& frame, bool mapped)
    : row_bytes(sobelcam::row_bytes(frame.layout().format, frame.layout().width)),
      rows(frame.layout().height),
      stride(frame.layout().stride) {
  const bool sparse = rows > 1 && stride > 2 * row_bytes && stride > padded_row_bytes(row_bytes);
  path = path_of(frame, mapped, sparse);
  if (sparse && path != InputPath::kMapped) {
    stride = padded_row_bytes(row_bytes);
    gathered = true;
  }
}

void InputPlan::copy(const FrameView& frame, std::byte* target) const {
  if (!gathered) {
    std::memcpy(target, frame.data, bytes());
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    std::memcpy(target + row * stride, frame.row(static_cast<std::uint32_t>(row)), row_bytes);
  }
}

}  // namespace sobelcam::cuda
