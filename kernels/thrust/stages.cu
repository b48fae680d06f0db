// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/thrust/stages.h"

#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>

#include "kernels/edge_spec.h"

namespace sobelcam::by_thrust {
namespace {

struct RgbGray {
  const std::uint8_t* bytes;
  unsigned red;
  unsigned blue;

  __device__ float operator()(std::int64_t pixel) const {
    const std::uint8_t* at = bytes + 3 * pixel;
    return __fmaf_rn(spec::kRedWeight, at[red],
                     __fmaf_rn(spec::kGreenWeight, at[1], __fmul_rn(spec::kBlueWeight, at[blue])));
  }
};

struct LumaGray {
  const std::uint8_t* bytes;  ///< the first luma
  unsigned step;
  bool limited;

  __device__ float operator()(std::int64_t pixel) const {
    const float luma = bytes[step * pixel];
    return limited ? fminf(fmaxf(__fmaf_rn(luma, spec::kLimitedScale, spec::kLimitedOffset), 0.0F), spec::kWhite)
                   : luma;
  }
};

/// A plane read with SPEC.md's border: the nearest pixel inside.
template <typename Pixel>
struct ClampedPlane {
  const Pixel* pixels;
  std::int64_t width;
  std::int64_t height;

  __device__ float at(std::int64_t x, std::int64_t y) const {
    const std::int64_t column = x < 0 ? 0 : (x < width ? x : width - 1);
    const std::int64_t row = y < 0 ? 0 : (y < height ? y : height - 1);
    return pixels[row * width + column];
  }
};

__device__ float five_taps(float a, float b, float c, float d, float e) {
  return __fmaf_rn(spec::kOuterTap, __fadd_rn(a, e),
                   __fmaf_rn(spec::kInnerTap, __fadd_rn(b, d), __fmul_rn(spec::kCenterTap, c)));
}

struct Across {
  ClampedPlane<float> gray;

  __device__ float operator()(std::int64_t pixel) const {
    const std::int64_t x = pixel % gray.width;
    const std::int64_t y = pixel / gray.width;
    return five_taps(gray.at(x - 2, y), gray.at(x - 1, y), gray.at(x, y), gray.at(x + 1, y), gray.at(x + 2, y));
  }
};

struct Down {
  ClampedPlane<float> across;

  __device__ float operator()(std::int64_t pixel) const {
    const std::int64_t x = pixel % across.width;
    const std::int64_t y = pixel / across.width;
    return five_taps(across.at(x, y - 2), across.at(x, y - 1), across.at(x, y), across.at(x, y + 1),
                     across.at(x, y + 2));
  }
};

struct Quantize {
  __device__ std::uint8_t operator()(float value) const {
    return static_cast<std::uint8_t>(__float2uint_rn(fminf(value, spec::kWhite)));
  }
};

template <typename Pixel>
struct Sobel {
  ClampedPlane<Pixel> plane;

  __device__ float difference(std::int64_t x, std::int64_t y) const {
    return __fsub_rn(plane.at(x + 1, y), plane.at(x - 1, y));
  }
  __device__ float smooth(std::int64_t x, std::int64_t y) const {
    return __fmaf_rn(2.0F, plane.at(x, y), __fadd_rn(plane.at(x - 1, y), plane.at(x + 1, y)));
  }
  __device__ float operator()(std::int64_t pixel) const {
    const std::int64_t x = pixel % plane.width;
    const std::int64_t y = pixel / plane.width;
    const float gx = __fmaf_rn(2.0F, difference(x, y), __fadd_rn(difference(x, y - 1), difference(x, y + 1)));
    const float gy = __fsub_rn(smooth(x, y + 1), smooth(x, y - 1));
    return __fsqrt_rn(__fmaf_rn(gx, gx, __fmul_rn(gy, gy)));
  }
};

auto on(const Work& work) {
  return thrust::cuda::par_nosync.on(work.stream);
}

/// values[i] = function(i) for every pixel i of the picture, row by row.
template <typename Function>
void for_pixels(const Work& work, Function function, float* values) {
  const thrust::counting_iterator<std::int64_t> first(0);
  thrust::transform(on(work), first, first + static_cast<std::int64_t>(work.pixels()), values, function);
}

template <typename Pixel>
ClampedPlane<Pixel> clamped(const Work& work, const Pixel* pixels) {
  return {pixels, work.width, work.height};
}

}  // namespace

void gray(const Work& work, const FrameLayout& layout, const std::uint8_t* bytes, float* gray) {
  const bool limited = layout.range == ColorRange::kLimited;
  switch (layout.format) {
    case PixelFormat::kRgb24:
      return for_pixels(work, RgbGray{bytes, 0, 2}, gray);
    case PixelFormat::kBgr24:
      return for_pixels(work, RgbGray{bytes, 2, 0}, gray);
    case PixelFormat::kYuyv:
      return for_pixels(work, LumaGray{bytes, 2, limited}, gray);
    case PixelFormat::kUyvy:
      return for_pixels(work, LumaGray{bytes + 1, 2, limited}, gray);
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      return for_pixels(work, LumaGray{bytes, 1, limited}, gray);
  }
}

void blur_across(const Work& work, const float* gray, float* across) {
  for_pixels(work, Across{clamped(work, gray)}, across);
}

void blur_down(const Work& work, const float* across, float* blur) {
  for_pixels(work, Down{clamped(work, across)}, blur);
}

void quantize(const Work& work, const float* values, std::uint8_t* bytes) {
  thrust::transform(on(work), values, values + work.pixels(), bytes, Quantize{});
}

void look_up(const Work& work, const std::uint8_t* table, const std::uint8_t* levels, std::uint8_t* equalized) {
  thrust::gather(on(work), levels, levels + work.pixels(), table, equalized);
}

void sobel(const Work& work, const float* blur, float* magnitude) {
  for_pixels(work, Sobel<float>{clamped(work, blur)}, magnitude);
}

void sobel(const Work& work, const std::uint8_t* equalized, float* magnitude) {
  for_pixels(work, Sobel<std::uint8_t>{clamped(work, equalized)}, magnitude);
}

}  // namespace sobelcam::by_thrust
