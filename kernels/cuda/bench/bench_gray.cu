// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Gray from RGB24, for 'bench kernels': how the bytes are fetched.
//
// Shapes:     gray is height x width; blocks of 32 x 8 threads
// Reference:  kernels/reference/gray.cpp
#include "kernels/cuda/bench/pixel.cuh"

namespace sobelcam::cuda {

extern "C" {

/// A thread a pixel, three loads of a byte.
__global__ void gray_bytes(FrameArguments frame, PlaneArguments gray) {
  const std::uint32_t x = pixel_x();
  if (x >= frame.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < frame.height; y += row_step()) {
    const auto* pixel = reinterpret_cast<const std::uint8_t*>(frame.pixels + y * frame.stride) + std::size_t{3} * x;
    plane_row<float>(gray, y)[x] = gray_of(pixel[0], pixel[1], pixel[2]);
  }
}

/// A thread four pixels, three loads of a word and one store of four floats. Rows start on multiples of 64 bytes, and
/// memory goes on behind the last one, so that whole words may be read at the end of a row.
__global__ void gray_words(FrameArguments frame, PlaneArguments gray) {
  const std::uint32_t x = thread_x();
  if (x >= frame.width) {
    return;
  }
  for (std::uint32_t y = first_row(); y < frame.height; y += row_step()) {
    const auto* words = reinterpret_cast<const std::uint32_t*>(frame.pixels + y * frame.stride + std::size_t{3} * x);
    const std::uint32_t a = words[0];
    const std::uint32_t b = words[1];
    const std::uint32_t c = words[2];
    const auto byte = [](std::uint32_t word, int index) { return (word >> (8 * index)) & 0xFFU; };
    *reinterpret_cast<float4*>(plane_row<float>(gray, y) + x) =
        make_float4(gray_of(byte(a, 0), byte(a, 1), byte(a, 2)), gray_of(byte(a, 3), byte(b, 0), byte(b, 1)),
                    gray_of(byte(b, 2), byte(b, 3), byte(c, 0)), gray_of(byte(c, 1), byte(c, 2), byte(c, 3)));
  }
}
}

}  // namespace sobelcam::cuda
