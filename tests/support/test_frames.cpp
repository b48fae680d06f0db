// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_frames.h"

#include <algorithm>

namespace sobelcam::test {
namespace {

/// A fixed mix of the coordinates; the constants are odd numbers without a pattern between them.
std::uint8_t noise(std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  std::uint32_t h = x * 0x9E3779B1U + y * 0x85EBCA77U + channel * 0xC2B2AE3DU + 0x27D4EB2FU;
  h ^= h >> 15U;
  h *= 0x2C1B3C6DU;
  h ^= h >> 12U;
  h *= 0x297A2D39U;
  h ^= h >> 15U;
  return static_cast<std::uint8_t>(h);
}

/// Where the bytes of pixel x lie in its row, and how many channels it has.
struct PixelPlace {
  std::size_t first;
  std::uint32_t channels;
};

PixelPlace place(PixelFormat format, std::size_t x) {
  switch (format) {
    case PixelFormat::kRgb24:
    case PixelFormat::kBgr24:
      return {3 * x, 3};
    case PixelFormat::kYuyv:
      return {2 * x, 1};
    case PixelFormat::kUyvy:
      return {2 * x + 1, 1};
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      break;
  }
  return {x, 1};
}

}  // namespace

std::string_view name(Scene scene) {
  constexpr std::array kNames{
      "Constant",           "Ramp",  "Checkerboard",   "ImpulseTopLeft", "ImpulseTopRight", "ImpulseBottomLeft",
      "ImpulseBottomRight", "Noise", "SaturatingSteps"};
  return kNames.at(static_cast<std::size_t>(scene));
}

std::uint8_t scene_byte(Scene scene, std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                        std::uint32_t channel) {
  const auto white_if = [](bool lit) { return static_cast<std::uint8_t>(lit ? 255 : 0); };
  const std::uint32_t right = width - 1;
  const std::uint32_t bottom = height - 1;
  switch (scene) {
    case Scene::kConstant:
      return static_cast<std::uint8_t>(93 + 40 * channel);
    case Scene::kRamp:
      return static_cast<std::uint8_t>((x * 255) / std::max(right, 1U) / (channel + 1) + y);
    case Scene::kCheckerboard:
      return white_if((x / 3 + y / 2) % 2 == 0);
    case Scene::kImpulseTopLeft:
      return white_if(x == 0 && y == 0);
    case Scene::kImpulseTopRight:
      return white_if(x == right && y == 0);
    case Scene::kImpulseBottomLeft:
      return white_if(x == 0 && y == bottom);
    case Scene::kImpulseBottomRight:
      return white_if(x == right && y == bottom);
    case Scene::kNoise:
      return noise(x, y, channel);
    case Scene::kSaturatingSteps:
      return white_if((x / 5) % 2 == 0);
  }
  return 0;
}

TestFrame::TestFrame(FrameLayout layout, const PixelByte& pixel, std::uint8_t poison)
    : layout_(layout), bytes_((layout.height - 1) * layout.stride + row_bytes(layout.format, layout.width)) {
  std::fill_n(bytes_.data(), bytes_.size(), poison);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    std::uint8_t* row = bytes_.data() + y * layout.stride;
    for (std::uint32_t x = 0; x < layout.width; ++x) {
      const auto [first, channels] = place(layout.format, x);
      for (std::uint32_t channel = 0; channel < channels; ++channel) {
        const bool reversed = layout.format == PixelFormat::kBgr24;
        row[first + channel] = pixel(x, y, reversed ? 2 - channel : channel);
      }
    }
  }
  bytes_.make_read_only();
}

FrameLayout padded_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height,
                          std::size_t padding) {
  FrameLayout layout{format, range, width, height, row_bytes(format, width) + padding, 0};
  if (format == PixelFormat::kNv12) {
    layout.chroma_offset = layout.stride * height;
  }
  return layout;
}

TestFrame scene_frame(Scene scene, const FrameLayout& layout) {
  return {layout, [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
            return scene_byte(scene, x, y, layout.width, layout.height, channel);
          }};
}

std::string layout_name(const FrameLayout& layout) {
  const bool padded = layout.stride != row_bytes(layout.format, layout.width);
  return std::string(fourcc(layout.format)) + "_" + std::string(name(layout.range)) + "_" +
         std::to_string(layout.width) + "x" + std::to_string(layout.height) + (padded ? "_padded" : "_tight");
}

}  // namespace sobelcam::test
