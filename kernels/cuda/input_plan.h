// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "drivers/frame/frame.h"

namespace sobelcam::cuda {

/// How a frame's bytes come to the kernels.
enum class InputPath : std::uint8_t {
  kMapped,        ///< they are read where they lie
  kStagedMapped,  ///< copied by the CPU into memory that the GPU reads
  kUpload,        ///< one copy, from first to last byte
  kUploadRows,    ///< one copy of the rows alone, because more lies between them than in them
  kStagedUpload,  ///< copied by the CPU into memory that copy engines read, then uploaded
};

/// The way one frame takes, and the layout that the kernels see at its end.
///
/// Units:    bytes; of planar formats only the luma goes anywhere
struct InputPlan {
  InputPath path = InputPath::kUpload;
  std::size_t row_bytes = 0;
  std::size_t rows = 0;
  std::size_t stride = 0;  ///< at the end
  bool gathered = false;   ///< rows lie closer together at the end than in the frame

  InputPlan() = default;
  /// `mapped` is whether kernels may read host memory.
  InputPlan(const Frame& frame, bool mapped);

  /// From the first to the last byte that is read, at the end.
  std::size_t bytes() const { return (rows - 1) * stride + row_bytes; }
  /// What the copy that leaves the frame moves.
  std::size_t moved_bytes() const { return gathered ? rows * row_bytes : bytes(); }
  bool staged() const { return path == InputPath::kStagedMapped || path == InputPath::kStagedUpload; }
  bool uploaded() const { return !kernels_read_host_memory(); }
  bool kernels_read_host_memory() const { return path == InputPath::kMapped || path == InputPath::kStagedMapped; }

  /// Copies the frame's pixels; the target has bytes().
  void copy(const FrameView& frame, std::byte* target) const;
};

}  // namespace sobelcam::cuda
