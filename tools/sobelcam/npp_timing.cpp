// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string_view>
#include <vector>

#include "tools/sobelcam/npp_chain.h"

// NPP's chain alone, for machines that have CUDA's toolkit and not the rest of what the project is built with.
// Usage: npp_timing [RUNS]
namespace sobelcam::tool {
namespace {

constexpr std::size_t kRotatedBytes = std::size_t{192} << 20U;

struct Size {
  std::uint32_t width;
  std::uint32_t height;
};

constexpr std::array kSizes{Size{640, 480}, Size{1280, 720}, Size{1920, 1080}, Size{3840, 2160}, Size{7680, 4320}};

/// Gradients with some noise, so that the histogram has work to do.
std::vector<std::uint8_t> textured(Size size) {
  std::vector<std::uint8_t> rgb(std::size_t{3} * size.width * size.height);
  std::uint32_t state = 0x9E3779B9U;
  for (std::size_t i = 0; i < rgb.size(); ++i) {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    rgb[i] = static_cast<std::uint8_t>((i / 3 % size.width + i / 3 / size.width + state % 16) % 256);
  }
  return rgb;
}

void print_timing(Size size, std::size_t runs) {
  const FrameLayout layout{PixelFormat::kRgb24, ColorRange::kFull,           size.width,
                           size.height,         std::size_t{3} * size.width, 0};
  const std::vector<std::uint8_t> picture = textured(size);
  // The same bytes in as many places: what matters is that each frame is read from another one.
  const std::size_t count = kRotatedBytes / picture.size() + 4;
  const std::vector<FrameView> frames(count < 64 ? count : 64, FrameView{picture.data(), layout});
  const NppTiming timing = time_npp(frames, runs);
  std::printf("%5ux%-5u %10.2f %10.2f %10.2f %6zu  %s of %zu frames\n", size.width, size.height, timing.frame_us.mean,
              timing.frame_us.median, timing.frame_us.min, timing.frame_us.count, timing.graph ? "a graph" : "a stream",
              frames.size());
}

int run(int argc, char** argv) {
  std::size_t runs = 30;
  if (argc > 1) {
    const std::string_view text = argv[1];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), runs);
    if (error != std::errc{} || end != text.data() + text.size() || runs == 0) {
      std::fputs("usage: npp_timing [RUNS]; RUNS is a whole number from 1\n", stderr);
      return 2;
    }
  }
  std::printf("NPP %s\n%-11s %10s %10s %10s %6s\n", npp_build().version.c_str(), "size", "mean us", "median us",
              "min us", "runs");
  for (const Size size : kSizes) {
    print_timing(size, runs);
  }
  return 0;
}

}  // namespace
}  // namespace sobelcam::tool

int main(int argc, char** argv) {
  try {
    return sobelcam::tool::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "npp_timing: %s\n", error.what());
    return 2;
  }
}
