// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "drivers/frame/frame_view.h"
#include "drivers/frame/image_view.h"

namespace sobelcam::tool {

/// What the planes between frame and edges are made of.
enum class OpenCvDepth : std::uint8_t {
  k8Bit,   ///< gray and blur in 8 bits, as most programs have it
  kFloat,  ///< gray and blur in float, as SPEC.md has it
};

/// The chain as one writes it with OpenCV: cvtColor, GaussianBlur, Sobel twice, magnitude, convertTo, calcHist.
/// Something to measure against: its bits are others than those of SPEC.md.
///
/// Threads:  one thread at a time; the number of OpenCV's own threads is global to the program
/// Lifetime: edges() until the next run()
/// Errors:   OpenCV's exceptions, which are std::exception
class OpenCvChain {
 public:
  virtual ~OpenCvChain() = default;
  /// Intermediate images are kept between frames of one size.
  virtual void run(const FrameView& frame) = 0;
  virtual ImageView<const std::uint8_t> edges() const = 0;
  virtual std::array<float, 256> histogram() const = 0;
};

struct OpenCvBuild {
  std::string version;  ///< empty where it is absent
  std::string threads;  ///< what it makes its threads with
  std::string absence;  ///< why it is absent
  std::string remedy;   ///< and the way out
};

OpenCvBuild opencv_build();

/// Whether the chain is made for a format: for 8-bit luma, and for three bytes a pixel.
constexpr bool opencv_takes(PixelFormat format) {
  return traits(format).samples == Samples::kLuma8 ||
         (traits(format).samples == Samples::kRgb8 && traits(format).pixel_bytes == 3);
}

/// For everything that OpenCV does from now on.
void set_opencv_threads(unsigned threads);

/// Errors:   std::logic_error where OpenCV is absent
std::unique_ptr<OpenCvChain> make_opencv_chain(OpenCvDepth depth, bool equalize);

}  // namespace sobelcam::tool
