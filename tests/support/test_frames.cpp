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

/// A sample of `bits` bits whose high 8 are one byte and whose others are the highest of another.
unsigned widened(std::uint8_t high, std::uint8_t low, unsigned bits) {
  return (256U * high + low) >> (16 - bits);
}

/// The bits of the word that the format does not use stay poison.
void put_word(std::uint8_t* at, unsigned value, unsigned bits) {
  const unsigned unused = at[0] + 256U * at[1];
  const unsigned word = value | (unused >> bits << bits);
  at[0] = static_cast<std::uint8_t>(word);
  at[1] = static_cast<std::uint8_t>(word >> 8U);
}

void put_packed(std::uint8_t* row, std::uint32_t x, unsigned value) {
  std::uint8_t* group = row + std::size_t{x} / 4 * 5;
  const unsigned shift = 2 * (x % 4);
  group[x % 4] = static_cast<std::uint8_t>(value >> 2U);
  group[4] = static_cast<std::uint8_t>((group[4] & ~(3U << shift)) | (value & 3U) << shift);
}

/// The channel whose sample a mosaic has at a pixel.
std::uint32_t mosaic_channel(const FormatTraits& format, std::uint32_t x, std::uint32_t y) {
  const bool red_column = x % 2 == format.red_x;
  const bool red_row = y % 2 == format.red_y;
  return red_column && red_row ? 0 : red_column || red_row ? 1 : 2;
}

void put_pixel(const FormatTraits& format, const PixelByte& pixel, std::uint8_t* row, std::uint32_t x,
               std::uint32_t y) {
  std::uint8_t* at = row + std::size_t{x} * format.pixel_bytes;
  const auto sample = [&](std::uint32_t channel) {
    return widened(pixel(x, y, channel), pixel(x, y, (channel + 1) % 3), format.bits);
  };
  switch (format.samples) {
    case Samples::kLuma8:
      at[format.first] = pixel(x, y, 0);
      break;
    case Samples::kLuma16:
      put_word(at, sample(0), format.bits);
      break;
    case Samples::kRgb8:
      at[format.first] = pixel(x, y, 0);
      at[(format.first + format.blue) / 2] = pixel(x, y, 1);
      at[format.blue] = pixel(x, y, 2);
      break;
    case Samples::kRgb565:
      put_word(at, (pixel(x, y, 0) >> 3U << 11U) | (pixel(x, y, 1) >> 2U << 5U) | pixel(x, y, 2) >> 3U, 16);
      break;
    case Samples::kBayer8:
      *at = pixel(x, y, mosaic_channel(format, x, y));
      break;
    case Samples::kBayer16:
      put_word(at, sample(mosaic_channel(format, x, y)), format.bits);
      break;
    case Samples::kBayer10Packed:
      put_packed(row, x, sample(mosaic_channel(format, x, y)));
      break;
  }
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
      put_pixel(traits(layout.format), pixel, row, x, y);
    }
  }
  bytes_.make_read_only();
}

FrameLayout padded_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height,
                          std::size_t padding) {
  return contiguous_layout(format, range, width, height, row_bytes(format, width) + padding);
}

TestFrame scene_frame(Scene scene, const FrameLayout& layout) {
  return {layout, [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
            return scene_byte(scene, x, y, layout.width, layout.height, channel);
          }};
}

std::string layout_name(const FrameLayout& layout) {
  const bool padded = layout.stride != row_bytes(layout.format, layout.width);
  const std::string_view format = fourcc(layout.format);
  return std::string(format.substr(0, format.find(' '))) + "_" + std::string(name(layout.range)) + "_" +
         std::to_string(layout.width) + "x" + std::to_string(layout.height) + (padded ? "_padded" : "_tight");
}

}  // namespace sobelcam::test
