// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/mutants.h"

#include <algorithm>
#include <cmath>

#include "kernels/edge_spec.h"
#include "kernels/reference/stages.h"
#include "kernels/u8.h"

namespace sobelcam::test {
namespace {

/// The nearest pixel inside.
template <typename Pixel>
Pixel clamped(ImageView<const Pixel> plane, std::int64_t x, std::int64_t y) {
  const auto inside_x = std::clamp<std::int64_t>(x, 0, std::int64_t{plane.width} - 1);
  const auto inside_y = std::clamp<std::int64_t>(y, 0, std::int64_t{plane.height} - 1);
  return plane.row(static_cast<std::uint32_t>(inside_y))[inside_x];
}

/// The reference with stages that can be replaced.
class Mutant : public EdgePipeline {
 public:
  using EdgePipeline::EdgePipeline;

 protected:
  virtual void gray(const FrameView& frame, ImageView<float> plane) { reference::gray(frame, plane); }

  virtual void blur(ImageView<const float> gray, ImageView<float> blurred) {
    Image<float> across(gray.width, gray.height);
    reference::blur_across(gray, across.view());
    reference::blur_down(across.view(), blurred);
  }

 private:
  virtual void sobel(ImageView<const float> /*gray*/, ImageView<const float> blurred, ImageView<float> magnitude) {
    reference::sobel(blurred, magnitude);
  }

  virtual reference::LookupTable equalization(const Histogram& levels, std::uint64_t pixels) {
    return reference::equalization(levels, pixels);
  }

  virtual void quantize(ImageView<const float> magnitude, ImageView<std::uint8_t> edges) { u8_plane(magnitude, edges); }

  void start(EdgeOutput& output) override {
    for (Image<float>* plane : {&output.gray, &output.blur, &output.magnitude}) {
      plane->reshape(output.width, output.height, memory());
    }
    output.equalized.reshape(output.width, output.height, memory());
    output.edges.reshape(output.width, output.height, memory());
    gray(output.frame.view(), output.gray.view());
    blur(output.gray.view(), output.blur.view());
    u8_plane(output.blur.view(), output.equalized.view());
    const auto levels = reference::histogram(output.equalized.view());
    const auto lut = equalization(levels, std::uint64_t{output.width} * output.height);
    reference::apply(lut, output.equalized.view(), output.equalized.view());
    sobel(output.gray.view(), output.blur.view(), output.magnitude.view());
    quantize(output.magnitude.view(), output.edges.view());
    output.histogram = reference::histogram(output.edges.view());
  }
};

class WrongBorder final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void sobel(ImageView<const float> gray, ImageView<const float> /*blurred*/, ImageView<float> magnitude) override {
    constexpr std::uint32_t kMargin = 3;
    Image<float> wide(gray.width + 2 * kMargin, gray.height + 2 * kMargin);
    for (std::uint32_t y = 0; y < wide.height(); ++y) {
      for (std::uint32_t x = 0; x < wide.width(); ++x) {
        wide.row(y)[x] = clamped(gray, std::int64_t{x} - kMargin, std::int64_t{y} - kMargin);
      }
    }
    Image<float> wide_blur(wide.width(), wide.height());
    blur(wide.view(), wide_blur.view());
    Image<float> wide_magnitude(wide.width(), wide.height());
    reference::sobel(wide_blur.view(), wide_magnitude.view());
    for (std::uint32_t y = 0; y < magnitude.height; ++y) {
      std::copy_n(wide_magnitude.row(y + kMargin) + kMargin, magnitude.width, magnitude.row(y));
    }
  }
};

class WrongTap final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void blur(ImageView<const float> gray, ImageView<float> blurred) override {
    Image<float> across(gray.width, gray.height);
    for (std::uint32_t y = 0; y < gray.height; ++y) {
      const auto at = [&](std::int64_t x) { return clamped(gray, x, y); };
      for (std::uint32_t x = 0; x < gray.width; ++x) {
        const std::int64_t i = x;
        const float right = (0.06137F / spec::kOuterTap) * at(i + 2);
        across.row(y)[x] = std::fma(spec::kOuterTap, at(i - 2) + right,
                                    std::fma(spec::kInnerTap, at(i - 1) + at(i + 1), spec::kCenterTap * at(i)));
      }
    }
    reference::blur_down(across.view(), blurred);
  }
};

class WrongAtOneSize final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void sobel(ImageView<const float> /*gray*/, ImageView<const float> blurred, ImageView<float> magnitude) override {
    reference::sobel(blurred, magnitude);
    if (magnitude.width == 64 && magnitude.height == 48) {
      float& pixel = magnitude.row(20)[33];
      pixel = pixel < 128 ? 255.0F : 0.0F;
    }
  }
};

class ClampedMosaic final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void gray(const FrameView& frame, ImageView<float> plane) override {
    constexpr std::uint32_t kMargin = 2;  // even, so that colors stay where they are
    const ImageView<const std::uint8_t> mosaic{frame.data, plane.width, plane.height, frame.layout.stride};
    Image<std::uint8_t> wide(plane.width + 2 * kMargin, plane.height + 2 * kMargin);
    for (std::uint32_t y = 0; y < wide.height(); ++y) {
      for (std::uint32_t x = 0; x < wide.width(); ++x) {
        wide.row(y)[x] = clamped(mosaic, std::int64_t{x} - kMargin, std::int64_t{y} - kMargin);
      }
    }
    const FrameLayout layout{frame.layout.format, ColorRange::kFull, wide.width(), wide.height(), wide.view().stride};
    Image<float> wide_gray(wide.width(), wide.height());
    reference::gray({wide.row(0), layout}, wide_gray.view());
    for (std::uint32_t y = 0; y < plane.height; ++y) {
      std::copy_n(wide_gray.row(y + kMargin) + kMargin, plane.width, plane.row(y));
    }
  }
};

class WrongOrder final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void gray(const FrameView& frame, ImageView<float> plane) override {
    FrameView other = frame;
    other.layout.format = kPixelFormats.at(static_cast<std::size_t>(frame.layout.format) + 1);
    reference::gray(other, plane);
  }
};

/// Y10 with a mask and a scale of its own.
template <unsigned kMask, float (*kScaled)(float)>
class WrongLuma final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void gray(const FrameView& frame, ImageView<float> plane) override {
    for (std::uint32_t y = 0; y < plane.height; ++y) {
      const std::uint8_t* row = frame.row(y);
      for (std::uint32_t x = 0; x < plane.width; ++x, row += 2) {
        plane.row(y)[x] = kScaled(static_cast<float>((row[0] + 256U * row[1]) & kMask));
      }
    }
  }
};

float as_specified(float sample) {
  return sample * spec::kScaleOf10Bits;
}

float quarter(float sample) {
  return sample / 4;
}

class Truncating final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  void quantize(ImageView<const float> magnitude, ImageView<std::uint8_t> edges) override {
    for (std::uint32_t y = 0; y < edges.height; ++y) {
      std::transform(magnitude.row(y), magnitude.row(y) + edges.width, edges.row(y),
                     [](float value) { return static_cast<std::uint8_t>(std::min(value, spec::kWhite)); });
    }
  }
};

class NarrowEqualize final : public Mutant {
 public:
  using Mutant::Mutant;

 private:
  reference::LookupTable equalization(const Histogram& levels, std::uint64_t pixels) override {
    std::uint32_t first = 0;
    std::uint32_t below = 0;
    reference::LookupTable lut{};
    for (std::size_t level = 0; level < lut.size(); ++level) {
      below += levels[level];
      first = first == 0 ? below : first;
      const std::uint32_t spread = static_cast<std::uint32_t>(pixels) - first;
      lut[level] = static_cast<std::uint8_t>(spread == 0  ? level
                                             : below == 0 ? 0
                                                          : (2U * 255U * (below - first) + spread) / (2U * spread));
    }
    return lut;
  }
};

template <typename Row>
std::unique_ptr<EdgePipeline> make(const PipelineOptions& options) {
  return std::make_unique<Row>(options);
}

Usability always() {
  return {};
}

}  // namespace

constinit const PipelineInfo kWrongBorderPipeline{"wrong-border", "blurs outside the picture", always,
                                                  make<WrongBorder>};
constinit const PipelineInfo kWrongTapPipeline{"wrong-tap", "one outer tap is off", always, make<WrongTap>};
constinit const PipelineInfo kWrongAtOneSizePipeline{"wrong-at-64x48", "one pixel is off at one size", always,
                                                     make<WrongAtOneSize>};
constinit const PipelineInfo kClampedMosaicPipeline{"clamped-mosaic", "clamps where it shall mirror", always,
                                                    make<ClampedMosaic>};
constinit const PipelineInfo kWrongOrderPipeline{"wrong-order", "a mosaic of another order", always, make<WrongOrder>};
constinit const PipelineInfo kUnmaskedPipeline{"unmasked", "reads bits that say nothing", always,
                                               make<WrongLuma<0xFFFF, as_specified>>};
constinit const PipelineInfo kWrongScalePipeline{"wrong-scale", "a quarter instead of 255/1023", always,
                                                 make<WrongLuma<0x3FF, quarter>>};
constinit const PipelineInfo kTruncatingPipeline{"truncating", "does not round", always, make<Truncating>};
constinit const PipelineInfo kNarrowEqualizePipeline{"narrow-equalize", "equalizes in 32 bits", always,
                                                     make<NarrowEqualize>};

}  // namespace sobelcam::test
