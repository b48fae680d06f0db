// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/band.h"

#include <algorithm>

// Only instruction sets whose multiply-add rounds once, and the portable one, whose std::fma does.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_PPC8 | HWY_RVV)
#define HWY_COMPILE_ALL_ATTAINABLE
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/band.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/cpu/march-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sobelcam::cpu::HWY_NAMESPACE {

/// Tiles of equal width, in whole vectors of every instruction set.
template <typename March>
void for_each_tile(std::uint32_t width, const March& march) {
  constexpr std::uint32_t kStep = 16;
  const std::uint32_t tiles = (width + kTileWidth - 1) / kTileWidth;
  const std::uint32_t tile = (width + tiles * kStep - 1) / (tiles * kStep) * kStep;
  for (std::uint32_t begin = 0; begin < width; begin += tile) {
    march(Columns{begin, std::min(width, begin + tile), width});
  }
}

/// The rows of Sobel's input that a band's edges read.
Band with_halo(Band band, std::uint32_t height) {
  return {band.begin > 0 ? band.begin - 1 : 0, std::min(height, band.end + 1)};
}

void from_frame(const FrameView& frame, const BandOutputs& outputs, Band band, Scratch& scratch) {
  const bool with_edges = !outputs.edges.empty();
  const Band rows = with_edges ? with_halo(band, frame.layout.height) : band;
  for_each_tile(frame.layout.width, [&](const Columns& columns) {
    BlurMarch blur(frame, columns, outputs, band, scratch);
    SobelMarch sobel(columns, outputs, band, scratch);
    blur.begin(rows.begin);
    for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
      TileRow<-1>& row = blur.row(y);
      if (with_edges) {
        sobel.take(row, y);
      }
    }
  });
}

void from_equalized(const EqualizedPlane& plane, const BandOutputs& outputs, Band band, Scratch& scratch) {
  const Band rows = with_halo(band, plane.levels.height);
  for_each_tile(plane.levels.width, [&](const Columns& columns) {
    SobelMarch sobel(columns, outputs, band, scratch);
    for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
      equalized_row(plane, y, columns, scratch.blur);
      sobel.take(scratch.blur, y);
    }
  });
}

/// A constant: a function here would be compiled for this instruction set, and be called where it is not.
constexpr BandKernels kKernels{&from_frame, &from_equalized};

}  // namespace sobelcam::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sobelcam::cpu {

std::span<const Target> targets() {
  // Best first: Highway's lower bits are the better targets.
  static const std::array all {
#if HWY_TARGETS & HWY_AVX3
    Target{hwy::TargetName(HWY_AVX3), HWY_AVX3, N_AVX3::kKernels},
#endif
#if HWY_TARGETS & HWY_AVX2
        Target{hwy::TargetName(HWY_AVX2), HWY_AVX2, N_AVX2::kKernels},
#endif
#if HWY_TARGETS & HWY_NEON
        Target{hwy::TargetName(HWY_NEON), HWY_NEON, N_NEON::kKernels},
#endif
#if HWY_TARGETS & HWY_EMU128
        Target{hwy::TargetName(HWY_EMU128), HWY_EMU128, N_EMU128::kKernels},
#endif
#if HWY_TARGETS & HWY_SCALAR
        Target{hwy::TargetName(HWY_SCALAR), HWY_SCALAR, N_SCALAR::kKernels},
#endif
  };
  return all;
}

bool runs_here(const Target& target) {
  return target.mask == HWY_BASELINE_SCALAR || (hwy::SupportedTargets() & target.mask) != 0;
}

const Target& best_target() {
  return *std::find_if(targets().begin(), targets().end(), runs_here);
}

}  // namespace sobelcam::cpu
#endif
