// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/camera/pattern.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "drivers/camera/digits.h"

namespace sobelcam {
namespace {

struct Rgb {
  std::uint8_t red;
  std::uint8_t green;
  std::uint8_t blue;
};
static_assert(sizeof(Rgb) == 3, "rows are copied as bytes");

/// A row of pixels that is longer than the picture's by its period, so that copying it from another offset moves it.
using Texture = std::vector<Rgb>;

// Powers of two, so that the wrap of a 64-bit product leaves no jump.
constexpr std::uint32_t kGradientPeriod = 512;
constexpr std::uint32_t kStripePeriod = 256;
constexpr std::uint32_t kStripeWidth = 16;
constexpr std::uint32_t kCheckerCell = 4;

std::uint8_t byte(std::uint32_t value) {
  return static_cast<std::uint8_t>(value & 0xFFU);
}

/// Up from 0 to `top` and down again over one period.
std::uint32_t triangle(std::uint64_t position, std::uint32_t period, std::uint32_t top) {
  const auto phase = static_cast<std::uint32_t>(position % period);
  const std::uint32_t half = period / 2;
  const std::uint64_t rise = phase < half ? phase : period - 1 - phase;
  return half < 2 ? 0 : static_cast<std::uint32_t>(rise * top / (half - 1));
}

Texture gradient(std::uint32_t width) {
  Texture texture(std::size_t{width} + kGradientPeriod);
  for (std::uint32_t x = 0; x < texture.size(); ++x) {
    texture[x] = {byte(triangle(x, kGradientPeriod, 255)), byte(triangle(x + 100, kGradientPeriod / 2, 255)),
                  byte(triangle(x + 60, kGradientPeriod / 4, 255))};
  }
  return texture;
}

/// Steps of every height: the multipliers are odd, so that the sixteen levels spread over the whole range.
Texture stripes(std::uint32_t width) {
  Texture texture(std::size_t{width} + kStripePeriod);
  for (std::uint32_t x = 0; x < texture.size(); ++x) {
    const std::uint32_t stripe = x % kStripePeriod / kStripeWidth;
    texture[x] = {byte(stripe * 73), byte(stripe * 151 + 40), byte(stripe * 199 + 90)};
  }
  return texture;
}

/// Contrast grows from left to right, and with it the magnitude of the edges, from none to the strongest.
Texture checkerboard(std::uint32_t width) {
  Texture texture(std::size_t{width} + std::size_t{2} * kCheckerCell);
  for (std::uint32_t x = 0; x < texture.size(); ++x) {
    const auto swing = static_cast<std::uint32_t>(std::uint64_t{x} * 127 / texture.size());
    const std::uint8_t level = byte(x / kCheckerCell % 2 == 0 ? 128 + swing : 127 - swing);
    texture[x] = {level, level, level};
  }
  return texture;
}

void copy_pixels(MutableFrameView target, std::uint32_t y, std::uint32_t left, std::uint32_t right, const Rgb* pixels) {
  std::memcpy(target.row(y) + std::size_t{3} * left, pixels, std::size_t{3} * (right - left));
}

void draw_quarters(MutableFrameView target, std::uint64_t sequence) {
  const std::uint32_t width = target.layout.width;
  const std::uint32_t middle = width / 2;
  const Texture slopes = gradient(width - middle);
  const Texture bars = stripes(width - middle);
  const Texture checks = checkerboard(width - middle);
  for (std::uint32_t y = 0; y < target.layout.height; ++y) {
    if (y < target.layout.height / 2) {
      copy_pixels(target, y, 0, middle, slopes.data() + (y + 24 * sequence) % kGradientPeriod);
      copy_pixels(target, y, middle, width, bars.data() + (y + 8 * sequence) % kStripePeriod);
    } else {
      copy_pixels(target, y, 0, middle, checks.data() + (y / kCheckerCell + sequence) % 2 * kCheckerCell);
      copy_pixels(target, y, middle, width, slopes.data() + (3 * std::uint64_t{y} + 40 * sequence) % kGradientPeriod);
    }
  }
}

/// The constants are odd numbers without a pattern between them; the shifts carry high bits down.
std::uint32_t mixed(std::uint32_t value) {
  value ^= value >> 15U;
  value *= 0x2C1B3C6DU;
  value ^= value >> 12U;
  value *= 0x297A2D39U;
  return value ^ value >> 15U;
}

void draw_noise(MutableFrameView target, std::uint64_t sequence) {
  const std::uint64_t width = target.layout.width;
  const std::uint64_t height = target.layout.height;
  const auto seed = mixed(static_cast<std::uint32_t>(sequence) ^ mixed(static_cast<std::uint32_t>(sequence >> 32U)));
  for (auto y = static_cast<std::uint32_t>(height * 5 / 8); y < height * 7 / 8; ++y) {
    const std::uint32_t row_seed = mixed(seed + y * 0x85EBCA77U);
    std::uint8_t* row = target.row(y);
    for (auto x = static_cast<std::uint32_t>(width * 5 / 8); x < width * 7 / 8; ++x) {
      const std::uint32_t noise = mixed(row_seed + x * 0x9E3779B1U);
      row[std::size_t{3} * x] = byte(noise);
      row[std::size_t{3} * x + 1] = byte(noise >> 8U);
      row[std::size_t{3} * x + 2] = byte(noise >> 16U);
    }
  }
}

/// A coordinate that wanders between the borders, `speed` pixels a picture.
std::int64_t wander(std::uint64_t sequence, std::uint32_t speed, std::uint32_t size) {
  return triangle(sequence * speed, 2 * size, size - 1);
}

void draw_disc(MutableFrameView target, std::uint64_t sequence) {
  const std::int64_t width = target.layout.width;
  const std::int64_t height = target.layout.height;
  const std::int64_t radius = std::min(width, height) / 6;
  const std::int64_t center_x = wander(sequence, 13, target.layout.width);
  const std::int64_t center_y = wander(sequence, 7, target.layout.height);
  const std::vector<Rgb> fill(static_cast<std::size_t>(2 * radius + 1), Rgb{255, 176, 32});
  std::int64_t half = 0;
  for (std::int64_t dy = -radius; dy <= radius; ++dy) {
    const std::int64_t square = radius * radius - dy * dy;
    while ((half + 1) * (half + 1) <= square) {
      ++half;
    }
    while (half * half > square) {
      --half;
    }
    const std::int64_t y = center_y + dy;
    const std::int64_t left = std::max(std::int64_t{0}, center_x - half);
    const std::int64_t right = std::min(width, center_x + half + 1);
    if (y >= 0 && y < height) {
      copy_pixels(target, static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(left),
                  static_cast<std::uint32_t>(right), fill.data());
    }
  }
}

}  // namespace

NumberPlace pattern_number_place(std::uint32_t width, std::uint32_t height) {
  return {width / 32, height / 32, std::max(1U, std::min(width / 160, height / 90))};
}

void draw_pattern(MutableFrameView target, std::uint64_t sequence) {
  draw_quarters(target, sequence);
  draw_noise(target, sequence);
  draw_disc(target, sequence);
  const NumberPlace place = pattern_number_place(target.layout.width, target.layout.height);
  draw_number(target, place.x, place.y, place.scale, sequence);
}

}  // namespace sobelcam
