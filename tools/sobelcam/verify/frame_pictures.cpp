// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/verify/frame_pictures.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "drivers/files/png_writer.h"
#include "drivers/frame/image.h"
#include "kernels/u8.h"

namespace sobelcam::tool {
namespace {

constexpr std::uint32_t kLongestSide = 640;

/// A growing file in memory.
class MemoryFile {
 public:
  MemoryFile() : file_(::open_memstream(&data_, &size_)) {
    if (file_ == nullptr) {
      throw std::system_error(errno, std::generic_category(), "a picture in memory");
    }
  }
  ~MemoryFile() {
    std::fclose(file_);
    std::free(data_);  // NOLINT(cppcoreguidelines-no-malloc): open_memstream says so
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::FILE* file() const { return file_; }
  std::vector<std::byte> bytes() const {
    if (std::fflush(file_) != 0) {
      throw std::system_error(errno, std::generic_category(), "a picture in memory");
    }
    const auto* begin = reinterpret_cast<const std::byte*>(data_);
    return {begin, begin + size_};
  }

 private:
  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// Each pixel the brightest of the square that it stands for: thin lines and single pixels survive.
std::vector<std::byte> reduced_png(ImageView<const std::uint8_t> picture) {
  const std::uint32_t step = (std::max(picture.width, picture.height) + kLongestSide - 1) / kLongestSide;
  Image<std::uint8_t> reduced((picture.width + step - 1) / step, (picture.height + step - 1) / step);
  for (std::uint32_t y = 0; y < reduced.height(); ++y) {
    std::fill_n(reduced.row(y), reduced.width(), std::uint8_t{0});
  }
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      std::uint8_t& pixel = reduced.row(y / step)[x / step];
      pixel = std::max(pixel, picture.row(y)[x]);
    }
  }
  return png_bytes(reduced.view());
}

std::vector<std::byte> input_png(ImageView<const float> gray) {
  Image<std::uint8_t> picture(gray.width, gray.height);
  u8_plane(gray, picture.view());
  return reduced_png(picture.view());
}

/// Equal is black; one step apart is dark gray already, and each doubling is brighter.
std::uint8_t heat(std::uint64_t steps) {
  return steps == 0 ? std::uint8_t{0}
                    : static_cast<std::uint8_t>(90 + 5 * std::min(std::bit_width(steps), decltype(steps){33}));
}
std::uint8_t heat(float a, float b) {
  return heat(ulp_distance(a, b));
}
std::uint8_t heat(std::uint8_t a, std::uint8_t b) {
  return a == b ? std::uint8_t{0} : static_cast<std::uint8_t>(std::min(255, 90 + 2 * std::abs(a - b)));
}

template <typename Pixel>
std::vector<std::byte> heat_png(ImageView<const Pixel> expected, ImageView<const Pixel> actual) {
  if (expected.empty() || expected.width != actual.width || expected.height != actual.height) {
    return {};
  }
  Image<std::uint8_t> map(expected.width, expected.height);
  for (std::uint32_t y = 0; y < expected.height; ++y) {
    std::transform(expected.row(y), expected.row(y) + expected.width, actual.row(y), map.row(y),
                   [](Pixel a, Pixel b) { return heat(a, b); });
  }
  return reduced_png(map.view());
}

}  // namespace

std::vector<std::byte> png_bytes(ImageView<const std::uint8_t> picture) {
  const MemoryFile file;
  write_gray_png(file.file(), picture);
  return file.bytes();
}

PictureMaker::PictureMaker(const ResultView& reference, bool always, bool where_different)
    : reference_(reference), always_(always), where_different_(where_different) {}

void PictureMaker::difference(std::string_view subject, const Difference& difference, const ResultView& result) {
  if (!where_different_ || !pictures_.heat.empty()) {
    return;
  }
  const std::string_view plane = difference.plane;
  pictures_.heat = plane == "gray"        ? heat_png(reference_.gray, result.gray)
                   : plane == "blur"      ? heat_png(reference_.blur, result.blur)
                   : plane == "equalized" ? heat_png(reference_.equalized, result.equalized)
                   : plane == "magnitude" ? heat_png(reference_.magnitude, result.magnitude)
                                          : heat_png(reference_.edges, result.edges);
  pictures_.heat_caption = std::string(subject) + ", " + std::string(plane);
  always_ = true;
}

std::shared_ptr<const FramePictures> PictureMaker::take() {
  if (!always_) {
    return nullptr;
  }
  pictures_.input = input_png(reference_.gray);
  pictures_.edges = reduced_png(reference_.edges);
  return std::make_shared<const FramePictures>(std::move(pictures_));
}

}  // namespace sobelcam::tool
