// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What kernels are given, laid out alike for the compilers of both sides. Addresses are the GPU's, as numbers, so that
/// the host cannot follow one; strides are in bytes.
namespace sobelcam::cuda {

using Address = std::uint64_t;

/// A camera's frame: any start address, any stride below 2^32.
struct FrameArguments {
  Address pixels = 0;
  std::uint64_t stride = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t limited_range = 0;  ///< 1 where luma 16 is black and 235 white
  std::uint32_t samples = 0;        ///< for kernels that serve several formats, a byte each: see below
};

/// Where the bytes of FrameArguments::samples begin.
inline constexpr std::uint32_t kBitsAt = 0;     ///< how many bits of each sample are used
inline constexpr std::uint32_t kRedAt = 8;      ///< RGB: the byte of a pixel with red; Bayer: red's column, modulo 2
inline constexpr std::uint32_t kBlueAt = 16;    ///< RGB: the byte with blue; green lies halfway
inline constexpr std::uint32_t kRedRowAt = 24;  ///< Bayer: red's row, modulo 2

/// A plane of bytes or floats of the frame's size. Rows start on multiples of 64 bytes and are padded to such; what
/// the padding holds means nothing, so that kernels may write it.
struct PlaneArguments {
  Address pixels = 0;
  std::uint64_t stride = 0;
};

struct SizeArguments {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Where a kernel counts bytes. The counters are zero between kernels: the last block that is done hands them over.
struct HistogramArguments {
  Address counters = 0;  ///< kCounterBytes, all zero, in the GPU's own memory
  Address finished = 0;  ///< 256 counts, wherever the GPU may write
};

/// A thread has four pixels of a row, and blocks are this many threads: staged kernels count on it.
inline constexpr std::uint32_t kPixelsPerThread = 4;
inline constexpr std::uint32_t kBlockWidth = 32;
inline constexpr std::uint32_t kBlockHeight = 8;

/// A counter for each value of a byte, several times over where many blocks would meet, and one of the blocks that are
/// done.
inline constexpr std::uint32_t kCounterCopies = 4;
inline constexpr std::uint32_t kCounterBytes = (kCounterCopies * 256 + 1) * sizeof(std::uint32_t);

}  // namespace sobelcam::cuda
