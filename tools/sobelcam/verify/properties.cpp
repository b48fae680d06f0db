// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/properties.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "drivers/frame/image.h"

namespace sobelcam::tool {
namespace {

Finding finding(std::string check, std::string place, std::string words) {
  Finding found;
  found.check = std::move(check);
  found.place = std::move(place);
  found.words = std::move(words);
  return found;
}

EdgeResult run(EdgePipeline& pipeline, const FrameView& frame, bool equalize) {
  return std::move(pipeline.process(Frame::borrowing(frame), {PlaneSet(), equalize, false}).value());
}

FrameView as_frame(ImageView<const std::uint8_t> picture) {
  return {picture.data, {PixelFormat::kGrey, ColorRange::kFull, picture.width, picture.height, picture.stride}};
}

void flip_across(ImageView<const std::uint8_t> from, ImageView<std::uint8_t> to) {
  for (std::uint32_t y = 0; y < from.height; ++y) {
    std::reverse_copy(from.row(y), from.row(y) + from.width, to.row(y));
  }
}

void flip_down(ImageView<const std::uint8_t> from, ImageView<std::uint8_t> to) {
  for (std::uint32_t y = 0; y < from.height; ++y) {
    std::copy_n(from.row(y), from.width, to.row(from.height - 1 - y));
  }
}

}  // namespace

std::vector<Finding> check_histogram(const ResultView& result) {
  std::vector<Finding> found;
  if (result.histogram == nullptr || result.edges.empty()) {
    return found;
  }
  const std::uint64_t pixels = std::uint64_t{result.edges.width} * result.edges.height;
  const std::uint64_t total = std::accumulate(result.histogram->begin(), result.histogram->end(), std::uint64_t{0});
  if (total != pixels) {
    found.push_back(
        finding("histogram", "histogram",
                "its bins sum to " + std::to_string(total) + ", the frame has " + std::to_string(pixels) + " pixels"));
  }
  Histogram counted{};
  for (std::uint32_t y = 0; y < result.edges.height; ++y) {
    for (std::uint32_t x = 0; x < result.edges.width; ++x) {
      ++counted[result.edges.row(y)[x]];
    }
  }
  const auto [bin, count] = std::mismatch(result.histogram->begin(), result.histogram->end(), counted.begin());
  if (bin != result.histogram->end()) {
    found.push_back(finding("histogram", "histogram",
                            "bin " + std::to_string(bin - result.histogram->begin()) + " says " + std::to_string(*bin) +
                                ", its own edge map has " + std::to_string(*count)));
  }
  return found;
}

std::vector<Finding> check_black(EdgePipeline& pipeline, const FrameLayout& layout, bool equalize) {
  // Zero bytes are black in every format and range: luma below 16 is clamped.
  const std::vector<std::uint8_t> black(layout_bytes(layout));
  const EdgeResult result = run(pipeline, {black.data(), layout}, equalize);
  Image<std::uint8_t> zeros(layout.width, layout.height);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    std::fill_n(zeros.row(y), layout.width, std::uint8_t{0});
  }
  const auto difference = first_difference("edges", zeros.view(), result.edges());
  if (!difference) {
    return {};
  }
  std::vector<Finding> found{finding("black", "edges", "a black frame has edges: " + describe(*difference))};
  found.back().difference = difference;
  return found;
}

std::vector<Finding> check_flips(EdgePipeline& pipeline, ImageView<const std::uint8_t> picture, bool equalize) {
  Image<std::uint8_t> flipped(picture.width, picture.height);
  Image<std::uint8_t> expected(picture.width, picture.height);
  std::vector<Finding> found;
  for (const bool across : {true, false}) {
    const auto flip = across ? flip_across : flip_down;
    flip(run(pipeline, as_frame(picture), equalize).edges(), expected.view());
    flip(picture, flipped.view());
    const EdgeResult result = run(pipeline, as_frame(flipped.view()), equalize);
    if (const auto difference = first_difference("edges", expected.view(), result.edges())) {
      found.push_back(finding("flip", "edges",
                              std::string("the frame flipped ") + (across ? "left to right" : "upside down") +
                                  " does not give the flipped edges: " + describe(*difference)));
      found.back().difference = difference;
    }
  }
  return found;
}

}  // namespace sobelcam::tool
