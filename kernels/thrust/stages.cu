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

__device__ float from_rgb(float red, float green, float blue) {
  return __fmaf_rn(spec::kRedWeight, red, __fmaf_rn(spec::kGreenWeight, green, __fmul_rn(spec::kBlueWeight, blue)));
}

__device__ float from_limited_range(float luma) {
  return fminf(fmaxf(__fmaf_rn(luma, spec::kLimitedScale, spec::kLimitedOffset), 0.0F), spec::kWhite);
}

/// 16 bits, little endian.
__device__ unsigned word_at(const std::uint8_t* bytes) {
  return bytes[0] | static_cast<unsigned>(bytes[1]) << 8;
}

struct RgbGray {
  const std::uint8_t* bytes;
  unsigned step;
  unsigned red;
  unsigned blue;

  __device__ float operator()(std::int64_t pixel) const {
    const std::uint8_t* at = bytes + step * pixel;
    return from_rgb(at[red], at[(red + blue) / 2], at[blue]);
  }
};

struct Rgb565Gray {
  const std::uint8_t* bytes;

  __device__ float operator()(std::int64_t pixel) const {
    const unsigned word = word_at(bytes + 2 * pixel);
    const unsigned red = word >> 11;
    const unsigned green = word >> 5 & 63;
    const unsigned blue = word & 31;
    return from_rgb(static_cast<float>(red << 3 | red >> 2), static_cast<float>(green << 2 | green >> 4),
                    static_cast<float>(blue << 3 | blue >> 2));
  }
};

struct LumaGray {
  const std::uint8_t* bytes;  ///< the first luma
  unsigned step;
  bool limited;

  __device__ float operator()(std::int64_t pixel) const {
    const float luma = bytes[step * pixel];
    return limited ? from_limited_range(luma) : luma;
  }
};

struct Luma16Gray {
  const std::uint8_t* bytes;
  unsigned white;  ///< 2^n - 1
  float scale;     ///< full range: to 0..255
  bool limited;

  __device__ float operator()(std::int64_t pixel) const {
    const float luma = static_cast<float>(word_at(bytes + 2 * pixel) & white);
    const float among_256 = __fmul_rn(luma, 256.0F / static_cast<float>(white + 1));
    return limited ? from_limited_range(among_256) : __fmul_rn(luma, scale);
  }
};

/// A Bayer mosaic read with SPEC.md's mirror.
struct Mosaic {
  const std::uint8_t* bytes;
  std::int64_t row_bytes;
  std::int64_t width;
  std::int64_t height;
  Samples samples;
  unsigned white;  ///< 2^n - 1

  __device__ float at(std::int64_t x, std::int64_t y) const {
    const std::uint8_t* row = bytes + mirrored(y, height) * row_bytes;
    return static_cast<float>(sample(row, mirrored(x, width)));
  }

 private:
  static __device__ std::int64_t mirrored(std::int64_t coordinate, std::int64_t side) {
    if (side == 1) {
      return 0;
    }
    return coordinate < 0 ? 1 : (coordinate < side ? coordinate : side - 2);
  }
  __device__ unsigned sample(const std::uint8_t* row, std::int64_t x) const {
    if (samples == Samples::kBayer8) {
      return row[x];
    }
    if (samples == Samples::kBayer16) {
      return word_at(row + 2 * x) & white;
    }
    const std::uint8_t* group = row + x / 4 * 5;
    return static_cast<unsigned>(group[x % 4]) << 2 | (group[4] >> (x % 4 * 2) & 3);
  }
};

struct BayerGray {
  Mosaic mosaic;
  unsigned red_x;
  unsigned red_y;
  float scale;

  /// Sums of samples are integers below 2^18, so that their order makes no difference.
  __device__ float operator()(std::int64_t pixel) const {
    const std::int64_t x = pixel % mosaic.width;
    const std::int64_t y = pixel / mosaic.width;
    const bool column_of_red = x % 2 == red_x;
    const bool row_of_red = y % 2 == red_y;
    const float own = mosaic.at(x, y);
    const float across = mosaic.at(x - 1, y) + mosaic.at(x + 1, y);
    const float down = mosaic.at(x, y - 1) + mosaic.at(x, y + 1);
    if (column_of_red != row_of_red) {
      return row_of_red ? gray(across / 2, own, down / 2) : gray(down / 2, own, across / 2);
    }
    const float corners =
        mosaic.at(x - 1, y - 1) + mosaic.at(x + 1, y - 1) + mosaic.at(x - 1, y + 1) + mosaic.at(x + 1, y + 1);
    const float green = (across + down) / 4;
    return row_of_red ? gray(own, green, corners / 4) : gray(corners / 4, green, own);
  }

 private:
  __device__ float gray(float red, float green, float blue) const {
    return __fmul_rn(from_rgb(red, green, blue), scale);
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

/// From samples of so many bits to 0..255.
float scale_of(unsigned bits) {
  switch (bits) {
    case 10:
      return spec::kScaleOf10Bits;
    case 12:
      return spec::kScaleOf12Bits;
    case 16:
      return spec::kScaleOf16Bits;
    default:
      return 1.0F;
  }
}

template <typename Pixel>
ClampedPlane<Pixel> clamped(const Work& work, const Pixel* pixels) {
  return {pixels, work.width, work.height};
}

}  // namespace

void gray(const Work& work, const FrameLayout& layout, const std::uint8_t* bytes, float* gray) {
  const FormatTraits& format = traits(layout.format);
  const bool limited = layout.range == ColorRange::kLimited;
  const unsigned white = (1U << format.bits) - 1;
  switch (format.samples) {
    case Samples::kLuma8:
      return for_pixels(work, LumaGray{bytes + format.first, format.pixel_bytes, limited}, gray);
    case Samples::kLuma16:
      return for_pixels(work, Luma16Gray{bytes, white, scale_of(format.bits), limited}, gray);
    case Samples::kRgb8:
      return for_pixels(work, RgbGray{bytes, format.pixel_bytes, format.first, format.blue}, gray);
    case Samples::kRgb565:
      return for_pixels(work, Rgb565Gray{bytes}, gray);
    case Samples::kBayer8:
    case Samples::kBayer16:
    case Samples::kBayer10Packed: {
      const auto row = static_cast<std::int64_t>(row_bytes(layout.format, work.width));
      const Mosaic mosaic{bytes, row, work.width, work.height, format.samples, white};
      return for_pixels(work, BayerGray{mosaic, format.red_x, format.red_y, scale_of(format.bits)}, gray);
    }
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
