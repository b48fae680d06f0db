// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sources.h"

#include <fstream>
#include <stdexcept>

#include "drivers/frame/image.h"
#include "drivers/jpeg/jpeg_encoder.h"

namespace sobelcam::test {
namespace {

using Clock = std::chrono::steady_clock;

template <typename Wanted>
Wanted next(FrameSource& source, const char* wanted) {
  SourceEvent event = source.next(Clock::now() + std::chrono::seconds(10));
  if (auto* found = std::get_if<Wanted>(&event)) {
    return std::move(*found);
  }
  const auto* fault = std::get_if<SourceFault>(&event);
  throw std::runtime_error(std::string("no ") + wanted + " but " +
                           (fault != nullptr ? fault->message : "event " + std::to_string(event.index())));
}

}  // namespace

SourceOptions every_picture_unpaced() {
  SourceOptions options;
  options.delivery = Delivery::kEvery;
  options.paced = false;
  return options;
}

std::unique_ptr<FrameSource> open_or_throw(const SourceSpec& spec, const SourceOptions& options) {
  auto opened = open_source(spec, options);
  if (const auto* fault = std::get_if<SourceFault>(&opened)) {
    throw std::runtime_error(fault->message);
  }
  return std::move(std::get<std::unique_ptr<FrameSource>>(opened));
}

SourceFault open_fault(const std::filesystem::path& path) {
  return std::get<SourceFault>(open_source(ReplaySpec{path, kDefaultFps}, every_picture_unpaced()));
}

Frame next_frame(FrameSource& source) {
  return next<Frame>(source, "frame");
}

SourceFault next_fault(FrameSource& source) {
  return next<SourceFault>(source, "fault");
}

bool ends(FrameSource& source) {
  next<EndOfStream>(source, "end");
  return true;
}

int next_level(FrameSource& source) {
  return next_frame(source).view().row(0)[0];
}

std::string pgm(std::uint32_t width, std::uint32_t height, int level) {
  return "P5 " + std::to_string(width) + " " + std::to_string(height) + " 255\n" +
         std::string(std::size_t{width} * height, static_cast<char>(level));
}

std::string jpeg(std::uint32_t width, std::uint32_t height, int level) {
  Image<std::uint8_t> plane(width, height);
  std::uint32_t noise = 1;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      noise = noise * 1664525U + 1013904223U;
      plane.row(y)[x] = static_cast<std::uint8_t>(x < 8 && y < 8 ? static_cast<std::uint32_t>(level) : noise >> 24U);
    }
  }
  JpegEncoder encoder;
  const auto bytes = encoder.encode_gray(plane.view(), 95);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write_text(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  if (!file.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

}  // namespace sobelcam::test
