// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// The whole chain in one launch: camera bytes to edges and their histogram. With equalization two, and the table's.
//
//   version 1  four pixels a lane, a warp marches down a strip, neighbors in x by shuffles, rings of rows in registers:
//              8 of 43 instructions a pixel are moves, selects and addresses
//   version 2  rows loaded four ahead; the picture's last row after the loop instead of selects in it; a row's address
//              by one multiply-add; bins for lanes that must not count instead of a branch; where frames follow each
//              other, a kernel may begin before the one ahead of it has ended                          <- this file
//
// Shapes:     frame, edges and levels are height x width; blocks of four warps side by side, each writes 120 columns of
//             `rows` rows and has four pixels of halo on both sides
// Reference:  all of kernels/reference
#include "kernels/cuda/block_histogram.cuh"
#include "kernels/cuda/march.cuh"
#include "kernels/cuda/mosaic_rows.cuh"

namespace sobelcam::cuda {
namespace {

/// A row of bytes for each row that comes, and their count.
template <Place kPlace>
class ByteSink {
 public:
  __device__ __forceinline__ ByteSink(const PlaneArguments& bytes, const Columns& columns, BlockHistogram& histogram)
      : stride_(static_cast<std::uint32_t>(bytes.stride)), inside_(columns.width - columns.x) {
    const unsigned lane = threadIdx.x % 32;
    writes_ = lane != 0 && lane != 31 && inside_ > 0;
    lane_bins_ = histogram.lane_bins(writes_);
    column_ = reinterpret_cast<std::uint8_t*>(bytes.pixels) + columns.x;
    keep_together(column_);
  }

 protected:
  /// Values up to 256; the last column's word may reach into the row's padding.
  __device__ __forceinline__ void write(const std::uint32_t (&values)[kPixels], int y) {
    if (writes_) {
      *reinterpret_cast<std::uint32_t*>(column_ + static_cast<std::uint64_t>(static_cast<std::uint32_t>(y)) * stride_) =
          saturated_bytes(values[0], values[1], values[2], values[3]);
    }
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      if (kPlace != Place::kRagged || i < inside_) {
        BlockHistogram::count(lane_bins_, values[i]);
      }
    }
  }

 private:
  std::uint8_t* column_;
  std::uint32_t stride_;
  std::uint32_t lane_bins_;
  int inside_;
  bool writes_;
};

template <Place kPlace>
class EdgeSink : public ByteSink<kPlace> {
 public:
  using ByteSink<kPlace>::ByteSink;

  __device__ __forceinline__ void take(const float (&squared)[kPixels], int y) {
    std::uint32_t edges[kPixels];
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      edges[i] = rounded(saturated_root(squared[i]));
    }
    this->write(edges, y);
  }
};

template <Place kPlace>
class LevelSink : public ByteSink<kPlace> {
 public:
  using ByteSink<kPlace>::ByteSink;

  __device__ __forceinline__ void take(const float (&blur)[kPixels], int y) {
    std::uint32_t levels[kPixels];
#pragma unroll
    for (int i = 0; i < kPixels; ++i) {
      levels[i] = rounded(blur[i]);
    }
    this->write(levels, y);
  }
};

/// What a block has of the picture, and the calling lane of it.
struct Strip {
  Columns columns;
  int begin;
  int end;
  int first;  ///< column of the warp

  __device__ __forceinline__ Strip(std::uint32_t width, std::uint32_t height, std::uint32_t rows) {
    const int warp = static_cast<int>(blockIdx.x * kFusedWarps + threadIdx.x / 32);
    first = warp * static_cast<int>(kFusedColumns) - kPixels;
    columns = {first + static_cast<int>(threadIdx.x % 32) * kPixels, static_cast<int>(width)};
    begin = static_cast<int>(blockIdx.y * rows);
    end = min(begin + static_cast<int>(rows), static_cast<int>(height));
  }

  __device__ __forceinline__ bool has_columns() const { return first + kPixels < columns.width; }
  __device__ __forceinline__ bool inside() const { return first >= 0 && first + 32 * kPixels <= columns.width; }
};

struct ToEdges {
  template <class Pixels, Place kPlace>
  static __device__ __forceinline__ void march(const FusedFrame& work, const Strip& strip, BlockHistogram& histogram) {
    BlurRows<Pixels, kPlace> rows(work.frame, strip.columns, strip.begin - 1, strip.end);
    rows.begin();
    EdgeSink<kPlace> sink(work.bytes, strip.columns, histogram);
    SobelRows<BlurRows<Pixels, kPlace>, kPlace> sobel(strip.columns);
    sobel.run(rows, strip.begin, strip.end, static_cast<int>(work.frame.height), sink);
  }
};

struct ToLevels {
  template <class Pixels, Place kPlace>
  static __device__ __forceinline__ void march(const FusedFrame& work, const Strip& strip, BlockHistogram& histogram) {
    BlurRows<Pixels, kPlace> rows(work.frame, strip.columns, strip.begin, strip.end - 1);
    rows.begin();
    LevelSink<kPlace> sink(work.bytes, strip.columns, histogram);
#pragma unroll 1
    for (int y = strip.begin; y < strip.end; y += 4) {
      row<0>(rows, sink, y, strip.end);
      row<1>(rows, sink, y + 1, strip.end);
      row<2>(rows, sink, y + 2, strip.end);
      row<3>(rows, sink, y + 3, strip.end);
    }
  }

 private:
  template <int kPhase, class Rows, class Sink>
  static __device__ __forceinline__ void row(Rows& rows, Sink& sink, int y, int end) {
    if (y < end) {
      float blur[kPixels];
      rows.template next<kPhase>(blur);
      sink.take(blur, y);
    }
  }
};

/// Lets the next frame's kernel begin where it was launched early: it has its own frame and edges, and its blocks fill
/// the multiprocessors that this one's last blocks leave idle. On compute capability 9.
__device__ __forceinline__ void let_next_begin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/// Waits until the kernel before has ended, where this one was launched early: the counters are the same.
__device__ __forceinline__ void wait_for_kernel_before() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Of kernels that a multiprocessor has not registers enough for to hold kFusedBlocks: four words a row, loaded four
/// rows ahead; the samples of a mosaic, all loaded at once.
constexpr std::uint32_t kFourWordBlocks = 4;
constexpr std::uint32_t kMosaicBlocks = 3;

template <class To, class Pixels, bool kRagged>
__device__ __forceinline__ void from_frame(const FusedFrame& work) {
  __shared__ BlockHistogram histogram;
  let_next_begin();
  histogram.clear();
  const Strip strip(work.frame.width, work.frame.height, work.rows);
  if (strip.has_columns()) {
    if constexpr (kRagged) {
      To::template march<Pixels, Place::kRagged>(work, strip, histogram);
    } else if (strip.inside()) {
      To::template march<Pixels, Place::kInside>(work, strip, histogram);
    } else {
      To::template march<Pixels, Place::kBorder>(work, strip, histogram);
    }
  }
  wait_for_kernel_before();
  histogram.add_to(reinterpret_cast<std::uint32_t*>(work.histogram.counters));
  hand_over(work.histogram);
}

}  // namespace

#define SOBELCAM_FUSED_KERNEL(name, to, ragged, blocks, ...)                                     \
  extern "C" __global__ void __launch_bounds__(kFusedWarps * 32, blocks) name(FusedFrame work) { \
    from_frame<to, __VA_ARGS__, ragged>(work);                                                   \
  }
/// One kernel for frames whose rows start at multiples of four bytes and have a multiple of four pixels, one for all.
#define SOBELCAM_FUSED_KERNELS(format, blocks, ...)                             \
  SOBELCAM_FUSED_KERNEL(edges_##format, ToEdges, false, blocks, __VA_ARGS__)    \
  SOBELCAM_FUSED_KERNEL(edges_##format##_ragged, ToEdges, true, 1, __VA_ARGS__) \
  SOBELCAM_FUSED_KERNEL(levels_##format, ToLevels, false, blocks, __VA_ARGS__)  \
  SOBELCAM_FUSED_KERNEL(levels_##format##_ragged, ToLevels, true, 1, __VA_ARGS__)

SOBELCAM_FUSED_KERNELS(rgb24, kFusedBlocks, RgbPixels<0>)
SOBELCAM_FUSED_KERNELS(bgr24, kFusedBlocks, RgbPixels<2>)
SOBELCAM_FUSED_KERNELS(yuyv, kFusedBlocks, LumaPixels<2, 0>)
SOBELCAM_FUSED_KERNELS(uyvy, kFusedBlocks, LumaPixels<2, 1>)
SOBELCAM_FUSED_KERNELS(luma, kFusedBlocks, LumaPixels<1, 0>)
SOBELCAM_FUSED_KERNELS(rgb32, kFourWordBlocks, Rgb32Pixels)
SOBELCAM_FUSED_KERNELS(luma16, kFusedBlocks, Luma16Pixels)
SOBELCAM_FUSED_KERNELS(rgb565, kFusedBlocks, Rgb565Pixels)

/// Samples of mosaics are loaded one by one, so that one kernel is for all frames.
#define SOBELCAM_FUSED_MOSAIC_KERNELS(format, ...)                                 \
  SOBELCAM_FUSED_KERNEL(edges_##format, ToEdges, true, kMosaicBlocks, __VA_ARGS__) \
  SOBELCAM_FUSED_KERNEL(levels_##format, ToLevels, true, kMosaicBlocks, __VA_ARGS__)

SOBELCAM_FUSED_MOSAIC_KERNELS(bayer8, MosaicPixels<Bayer8>)
SOBELCAM_FUSED_MOSAIC_KERNELS(bayer16, MosaicPixels<Bayer16>)
SOBELCAM_FUSED_MOSAIC_KERNELS(bayer10_packed, MosaicPixels<Bayer10Packed>)

extern "C" __global__ void __launch_bounds__(kFusedWarps * 32, 1) edges_of_levels(FusedLevels work) {
  __shared__ BlockHistogram histogram;
  __shared__ float table[256];
  histogram.clear();
  for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
    table[i] = static_cast<float>(reinterpret_cast<const std::uint8_t*>(work.table)[i]) * kScale;
  }
  __syncthreads();
  const Strip strip(work.size.width, work.size.height, work.rows);
  const int height = static_cast<int>(work.size.height);
  if (strip.has_columns()) {
    EqualizedRows rows(work.levels, strip.columns, height, strip.begin - 1, strip.end, table);
    EdgeSink<Place::kRagged> sink(work.bytes, strip.columns, histogram);
    SobelRows<EqualizedRows, Place::kRagged> sobel(strip.columns);
    sobel.run(rows, strip.begin, strip.end, height, sink);
  }
  histogram.add_to(reinterpret_cast<std::uint32_t*>(work.histogram.counters));
  hand_over(work.histogram);
}

}  // namespace sobelcam::cuda
