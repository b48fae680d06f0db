// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "drivers/frame/frame_view.h"

/// The stages of SPEC.md, each as one Thrust algorithm over all pixels.
///
/// Shapes:   planes without padding, of one size, in the GPU's memory; input and output of a stage never overlap
/// Threads:  work is queued to the stream; the caller waits
/// Errors:   std::runtime_error, of Thrust
namespace sobelcam::by_thrust {

/// What all stages of one frame share.
struct Work {
  cudaStream_t stream;
  std::uint32_t width;
  std::uint32_t height;

  std::uint64_t pixels() const { return std::uint64_t{width} * height; }
};

/// `bytes` are the frame's rows without padding; of planar formats the luma.
void gray(const Work& work, const FrameLayout& layout, const std::uint8_t* bytes, float* gray);

void blur_across(const Work& work, const float* gray, float* across);
void blur_down(const Work& work, const float* across, float* blur);

/// u8() of each value.
void quantize(const Work& work, const float* values, std::uint8_t* bytes);

/// table[level] of each level; the table has 256 bytes, in the GPU's memory too.
void look_up(const Work& work, const std::uint8_t* table, const std::uint8_t* levels, std::uint8_t* equalized);

void sobel(const Work& work, const float* blur, float* magnitude);
void sobel(const Work& work, const std::uint8_t* equalized, float* magnitude);

}  // namespace sobelcam::by_thrust
