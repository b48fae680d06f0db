// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/cuda/arguments.h"

namespace sobelcam::cuda {

inline constexpr std::uint32_t kFusedWarps = 4;      ///< of a block, side by side
inline constexpr std::uint32_t kFusedColumns = 120;  ///< that one warp writes
inline constexpr std::uint32_t kFusedBlocks = 5;     ///< that one multiprocessor holds

/// From a frame to edges, or to the levels of its blur.
///
/// Shapes:   frame.stride below 2^32
struct FusedFrame {
  FrameArguments frame;
  PlaneArguments bytes;
  HistogramArguments histogram;
  std::uint32_t rows = 0;  ///< of the picture, for one block
  std::uint32_t reserved = 0;
};

/// From the levels of a blur and their table to edges.
struct FusedLevels {
  PlaneArguments levels;
  Address table = 0;  ///< 256 bytes
  PlaneArguments bytes;
  HistogramArguments histogram;
  SizeArguments size;
  std::uint32_t rows = 0;
  std::uint32_t reserved = 0;
};

}  // namespace sobelcam::cuda
