// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "drivers/frame/frame_view.h"
#include "drivers/frame/image_view.h"
#include "kernels/cpu/scratch.h"

namespace sobelcam::cpu {

/// The rows [begin, end) of a picture: one job of one worker.
struct Band {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Where a band's results go, as views of whole planes; an empty view is a plane that nobody wants.
struct BandOutputs {
  ImageView<float> gray;
  ImageView<float> blur;
  ImageView<std::uint8_t> levels;  ///< u8(blur)
  ImageView<float> magnitude;
  ImageView<std::uint8_t> edges;
};

/// The levels of a plane and what each becomes: the input of Sobel after equalization.
struct EqualizedPlane {
  ImageView<const std::uint8_t> levels;
  const std::array<std::uint8_t, 256>* lut = nullptr;
};

/// The chain for one instruction set. A band reads rows beside it, writes only its own, and counts what it wrote in
/// its worker's scratch memory.
///
/// Threads:  bands of one picture may run at once, each with a scratch memory of its own
struct BandKernels {
  /// From camera bytes to whatever the outputs name; without `edges` it stops at the blur.
  void (*from_frame)(const FrameView& frame, const BandOutputs& outputs, Band band, Scratch& scratch);
  /// From an equalized plane to `edges` and `magnitude`.
  void (*from_equalized)(const EqualizedPlane& plane, const BandOutputs& outputs, Band band, Scratch& scratch);
};

/// The chain compiled for one instruction set.
struct Target {
  std::string_view name;  ///< Highway's name, such as AVX2
  std::int64_t mask = 0;  ///< Highway's bit
  BandKernels kernels{};
};

/// Every instruction set that the chain was compiled for, best first; the last needs nothing special.
std::span<const Target> targets();

/// Whether this CPU, and its operating system, can run the target.
bool runs_here(const Target& target);

/// The first of targets() that runs here.
const Target& best_target();

}  // namespace sobelcam::cpu
