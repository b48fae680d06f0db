// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0

// Quantize: the magnitude as bytes, and their histogram.
//
//   version 1  a thread a pixel, counted in global memory: edge maps are mostly 0, so that all threads of the GPU wait
//              for one counter
//   version 2  counters in shared memory for each warp, added up once a block; few blocks, with many rows each; four
//              pixels a thread       <- this file
//
// Shapes:     magnitude and edges are height x width; blocks of 32 x 8 threads
// Reference:  kernels/u8.h, histogram() in kernels/reference/sobel.cpp
#include "kernels/cuda/quantize.cuh"

namespace sobelcam::cuda {

extern "C" __global__ void quantize_magnitude(PlaneArguments magnitude, PlaneArguments edges, SizeArguments size,
                                              HistogramArguments histogram) {
  quantize(magnitude, edges, size, histogram);
}

}  // namespace sobelcam::cuda
