// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "drivers/files/bmp_header.h"
#include "drivers/files/image_formats.h"

// A parser of our own, because TurboJPEG's loader takes only file names and refuses V4 and V5 headers, and
// stb_image turns the missing rows of a truncated file into black.

namespace sobelcam {
namespace {

std::optional<ImageFault> check_pixels(std::span<const std::byte> bytes, const BmpHeader& header) {
  if (header.pixel_offset < header.palette_offset) {
    return ImageFault{ImageFaultKind::kBroken, "broken BMP: its pixels begin at byte " +
                                                   std::to_string(header.pixel_offset) + ", within the header"};
  }
  const std::size_t present = bytes.size() > header.pixel_offset ? bytes.size() - header.pixel_offset : 0;
  const std::size_t rows = present / header.stride();
  if (rows < header.rows()) {
    return ImageFault{ImageFaultKind::kTruncated, "truncated: row " + std::to_string(rows + 1) + " of " +
                                                      std::to_string(header.rows()) + " is missing in the file"};
  }
  return std::nullopt;
}

class BmpDecoder final : public ImageDecoder {
 public:
  BmpDecoder(const BmpHeader& header, std::vector<BmpColor> palette, std::span<const std::byte> pixels)
      : ImageDecoder({PixelFormat::kBgr24, ColorRange::kFull, static_cast<std::uint32_t>(header.width), header.rows()}),
        bmp_(header),
        palette_(std::move(palette)),
        pixels_(pixels) {}

  std::optional<ImageFault> decode(MutableFrameView target) override {
    const std::size_t stride = bmp_.stride();
    for (std::uint32_t y = 0; y < header().height; ++y) {
      const std::uint32_t in_file = bmp_.height < 0 ? y : header().height - 1 - y;
      const auto row = pixels_.subspan(stride * in_file, stride);
      if (bmp_.bits > 8) {
        decode_direct(row, target.row(y));
      } else if (!decode_indexed(row, target.row(y))) {
        return ImageFault{ImageFaultKind::kBroken, "broken BMP: a color of row " + std::to_string(y + 1) +
                                                       " is not in its palette of " + std::to_string(palette_.size())};
      }
    }
    return std::nullopt;
  }

 private:
  void decode_direct(std::span<const std::byte> row, std::uint8_t* to) const {
    const std::size_t bytes = bmp_.bits / 8;
    for (std::size_t x = 0; x < header().width; ++x) {
      const std::uint32_t pixel = read_little_endian(row, x * bytes, bytes);
      for (const BmpChannel& channel : bmp_.channels) {
        *to++ = channel.of(pixel);
      }
    }
  }

  bool decode_indexed(std::span<const std::byte> row, std::uint8_t* to) const {
    const std::size_t a_byte = 8 / bmp_.bits;
    for (std::size_t x = 0; x < header().width; ++x) {
      const std::size_t shift = 8 - bmp_.bits * (x % a_byte + 1);  // the leftmost pixel in the highest bits
      const std::size_t index = std::to_integer<std::size_t>(row[x / a_byte]) >> shift & ((1U << bmp_.bits) - 1);
      if (index >= palette_.size()) {
        return false;
      }
      to = std::copy(palette_[index].begin(), palette_[index].end(), to);
    }
    return true;
  }

  BmpHeader bmp_;
  std::vector<BmpColor> palette_;
  std::span<const std::byte> pixels_;
};

}  // namespace

OpenedImage open_bmp(std::span<const std::byte> bytes) {
  auto read = read_bmp_header(bytes);
  if (auto* fault = std::get_if<ImageFault>(&read)) {
    return std::move(*fault);
  }
  const auto& header = std::get<BmpHeader>(read);
  if (auto fault = check_pixels(bytes, header)) {
    return std::move(*fault);
  }
  auto palette = header.bits <= 8 ? read_bmp_palette(bytes, header) : std::vector<BmpColor>();
  return std::make_unique<BmpDecoder>(header, std::move(palette), bytes.subspan(header.pixel_offset));
}

}  // namespace sobelcam
