// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "drivers/files/image_decoder.h"
#include "tools/sobelcam/verify/frame_set.h"

namespace sobelcam::tool {
namespace {

PixelFormat format_of(std::string name) {
  // "Y10 " has a blank that nobody types.
  name.resize(std::max<std::size_t>(name.size(), 4), ' ');
  const auto* found =
      std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatTraits& format) { return format.fourcc == name; });
  if (found == kFormats.end()) {
    std::string known;
    for (const FormatTraits& format : kFormats) {
      known += (known.empty() ? "" : ", ") + std::string(format.fourcc);
    }
    throw std::invalid_argument("--format '" + name + "' is unknown; known: " + known);
  }
  return found->format;
}

std::uint32_t side(std::string_view text, const std::string& size) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0 || value > kMaxSide) {
    throw std::invalid_argument("--size '" + size + "': WxH is accepted, such as 1280x720, up to " +
                                std::to_string(kMaxSide) + " each way");
  }
  return value;
}

ColorRange range_of(const std::string& range, PixelFormat format) {
  if (range == "full" || range == "limited") {
    return range == "full" ? ColorRange::kFull : ColorRange::kLimited;
  }
  if (!range.empty()) {
    throw std::invalid_argument("--range '" + range + "': full or limited is accepted");
  }
  return traits(format).chroma == Chroma::kNone ? ColorRange::kFull : ColorRange::kLimited;
}

}  // namespace

RawFormat parse_raw_format(const std::string& fourcc, const std::string& size, std::size_t stride,
                           const std::string& range) {
  RawFormat raw;
  raw.format = format_of(fourcc);
  const std::size_t cross = size.find('x');
  raw.width = side(std::string_view(size).substr(0, cross), size);
  raw.height = side(cross == std::string::npos ? std::string_view() : std::string_view(size).substr(cross + 1), size);
  raw.range = range_of(range, raw.format);
  if (is_rgb(raw.format) && raw.range == ColorRange::kLimited) {
    throw std::invalid_argument("--range limited: RGB and Bayer formats are always full range");
  }
  const std::size_t least = row_bytes(raw.format, raw.width);
  raw.stride = stride == 0 ? least : stride;
  if (raw.stride < least) {
    throw std::invalid_argument("--stride " + std::to_string(stride) + " is less than a row of " +
                                std::to_string(raw.width) + " pixels, which takes " + std::to_string(least) + " bytes");
  }
  if (std::uint64_t{raw.width} * raw.height > kMaxFilePixels || raw.stride > (std::size_t{1} << 30U) / raw.height) {
    throw std::invalid_argument("--size " + size + " is beyond 1 GiB or " + std::to_string(kMaxFilePixels) +
                                " pixels a frame");
  }
  return raw;
}

}  // namespace sobelcam::tool
