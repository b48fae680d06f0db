// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/bench_frames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "drivers/camera/pattern.h"
#include "drivers/files/image_decoder.h"
#include "drivers/files/printable.h"

namespace sobelcam::tool {
namespace {

constexpr std::size_t kRotatedBytes = std::size_t{64} << 20U;
constexpr std::size_t kFewestFrames = 4;
constexpr std::size_t kMostFrames = 64;

/// V4L2 fills the names of some formats up with spaces.
constexpr std::string_view without_padding(std::string_view name) {
  return name.substr(0, name.find(' '));
}

/// RGB24 and BGR24 before their fourcc, so that they are called so.
constexpr auto kFormatNames = [] {
  std::array<std::pair<std::string_view, PixelFormat>, kPixelFormats.size() + 2> names{
      {{"RGB24", PixelFormat::kRgb24}, {"BGR24", PixelFormat::kBgr24}}};
  for (std::size_t i = 0; i < kPixelFormats.size(); ++i) {
    names[i + 2] = {without_padding(traits(kPixelFormats[i]).fourcc), kPixelFormats[i]};
  }
  return names;
}();

constexpr std::array<std::pair<std::string_view, BenchScene>, 3> kScenes{
    {{"textured", BenchScene::kTextured}, {"flat", BenchScene::kFlat}, {"noise", BenchScene::kNoise}}};

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char left, char right) { return upper(left) == upper(right); });
}

template <typename Names>
auto parse_name(const Names& names, std::string_view what, std::string_view text) {
  // Letter by letter first: V4L2 has names, pgAA and pGAA, that differ in nothing but case.
  for (const auto& [name, value] : names) {
    if (name == text) {
      return value;
    }
  }
  std::string known;
  for (const auto& [name, value] : names) {
    if (equal_ignoring_case(name, text)) {
      return value;
    }
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  throw std::invalid_argument("no such " + std::string(what) + " '" + printable(text) + "'; known: " + known);
}

template <typename Names, typename Value>
std::string_view name_of(const Names& names, Value value) {
  return std::find_if(names.begin(), names.end(), [&](const auto& entry) { return entry.second == value; })->first;
}

std::uint8_t luma(const std::uint8_t* rgb) {
  return static_cast<std::uint8_t>((77U * rgb[0] + 150U * rgb[1] + 29U * rgb[2]) >> 8U);
}

/// A level of 8 bits as one of more, white as white.
unsigned widened(unsigned level, unsigned bits) {
  return level * 257U >> (16U - bits);
}

void put_word(std::uint8_t* at, unsigned word) {
  at[0] = static_cast<std::uint8_t>(word);
  at[1] = static_cast<std::uint8_t>(word >> 8U);
}

/// The level of the channel that a mosaic has at a pixel.
std::uint8_t mosaic_level(const FormatTraits& format, const std::uint8_t* rgb, std::uint32_t x, std::uint32_t y) {
  const bool red_column = x % 2 == format.red_x;
  const bool red_row = y % 2 == format.red_y;
  return rgb[red_column && red_row ? 0 : red_column || red_row ? 1 : 2];
}

/// Low bits of packed samples are left as they are.
void convert_pixel(const std::uint8_t* rgb, const FormatTraits& format, std::uint8_t* row, std::uint32_t x,
                   std::uint32_t y) {
  std::uint8_t* at = row + std::size_t{x} * format.pixel_bytes;
  switch (format.samples) {
    case Samples::kLuma8:
      at[format.first] = luma(rgb);
      break;
    case Samples::kLuma16:
      put_word(at, widened(luma(rgb), format.bits));
      break;
    case Samples::kRgb8:
      at[format.first] = rgb[0];
      at[(format.first + format.blue) / 2] = rgb[1];
      at[format.blue] = rgb[2];
      break;
    case Samples::kRgb565:
      put_word(at, (rgb[0] >> 3U << 11U) | (rgb[1] >> 2U << 5U) | rgb[2] >> 3U);
      break;
    case Samples::kBayer8:
      *at = mosaic_level(format, rgb, x, y);
      break;
    case Samples::kBayer16:
      put_word(at, widened(mosaic_level(format, rgb, x, y), format.bits));
      break;
    case Samples::kBayer10Packed:
      row[std::size_t{x} / 4 * 5 + x % 4] = mosaic_level(format, rgb, x, y);
      break;
  }
}

/// A picture in red, green and blue, put into a row of another format; chroma is left gray.
void convert_row(const std::uint8_t* rgb, MutableFrameView target, std::uint32_t y) {
  for (std::uint32_t x = 0; x < target.layout.width; ++x, rgb += 3) {
    convert_pixel(rgb, traits(target.layout.format), target.row(y), x, y);
  }
}

/// xorshift: every byte of the state is as random as a measurement needs.
void draw_noise(MutableFrameView target, std::uint64_t number) {
  std::uint64_t state = 0x9E3779B97F4A7C15U + number;
  for (std::uint32_t y = 0; y < target.layout.height; ++y) {
    std::uint8_t* row = target.row(y);
    const std::size_t bytes = row_bytes(target.layout.format, target.layout.width);
    for (std::size_t i = 0; i < bytes; ++i) {
      state ^= state << 13U;
      state ^= state >> 7U;
      state ^= state << 17U;
      row[i] = static_cast<std::uint8_t>(state >> 32U);
    }
  }
}

void draw_textured(MutableFrameView target, std::uint64_t number) {
  const FrameLayout layout =
      aligned_layout(PixelFormat::kRgb24, ColorRange::kFull, target.layout.width, target.layout.height);
  const Buffer buffer = ordinary_memory().allocate(layout_bytes(layout));
  const MutableFrameView rgb{reinterpret_cast<std::uint8_t*>(buffer.data()), layout};
  draw_pattern(rgb, number);
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    convert_row(rgb.row(y), target, y);
  }
}

}  // namespace

std::string to_string(FrameSize size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

FrameSize parse_frame_size(std::string_view text) {
  const std::string shown = "size '" + printable(text) + "': ";
  FrameSize size;
  const char* end = text.data() + text.size();
  const auto [x, bad_width] = std::from_chars(text.data(), end, size.width);
  if (bad_width != std::errc{} || x == end || *x != 'x') {
    throw std::invalid_argument(shown + "WxH is accepted, such as 1280x720");
  }
  const auto [stop, bad_height] = std::from_chars(x + 1, end, size.height);
  if (bad_height != std::errc{} || stop != end) {
    throw std::invalid_argument(shown + "WxH is accepted, such as 1280x720");
  }
  if (size.width == 0 || size.height == 0 || size.width > kMaxSide || size.height > kMaxSide) {
    throw std::invalid_argument(shown + "each side is a whole number from 1 to " + std::to_string(kMaxSide));
  }
  if (std::uint64_t{size.width} * size.height > kMaxFilePixels) {
    throw std::invalid_argument(shown + "at most " + std::to_string(kMaxFilePixels) + " pixels are accepted");
  }
  return size;
}

PixelFormat parse_pixel_format(std::string_view text) {
  return parse_name(kFormatNames, "format", without_padding(text));
}

BenchScene parse_scene(std::string_view text) {
  return parse_name(kScenes, "scene", text);
}

std::string_view name(BenchScene scene) {
  return name_of(kScenes, scene);
}

std::string_view format_name(PixelFormat format) {
  return name_of(kFormatNames, format);
}

void draw_scene(MutableFrameView target, BenchScene scene, std::uint64_t number) {
  std::memset(target.data, 0x80, layout_bytes(target.layout));
  switch (scene) {
    case BenchScene::kTextured:
      return draw_textured(target, number);
    case BenchScene::kNoise:
      return draw_noise(target, number);
    case BenchScene::kFlat:
      std::memset(target.data, static_cast<int>(number * 37 % 256), layout_bytes(target.layout));
  }
}

BenchFrames::BenchFrames(FrameSize size, PixelFormat format, BenchScene scene, BufferProvider& memory)
    : layout_(aligned_layout(format, ColorRange::kFull, size.width, size.height)) {
  const std::size_t bytes = layout_bytes(layout_);
  const std::size_t frames = std::clamp((kRotatedBytes + bytes - 1) / bytes, kFewestFrames, kMostFrames);
  for (std::size_t number = 0; number < frames; ++number) {
    buffers_.push_back(memory.allocate(bytes));
    draw_scene({reinterpret_cast<std::uint8_t*>(buffers_.back().data()), layout_}, scene, number);
  }
}

FrameView BenchFrames::frame(std::size_t number) const {
  return {reinterpret_cast<const std::uint8_t*>(buffers_[number % buffers_.size()].data()), layout_};
}

}  // namespace sobelcam::tool
