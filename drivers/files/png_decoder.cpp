// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <new>
#include <string>

#include "drivers/files/image_formats.h"

namespace sobelcam {
namespace {

constexpr std::array<unsigned char, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
/// Signature, length and name of the header chunk, width and height.
constexpr std::size_t kSizesEnd = 24;
constexpr png_alloc_size_t kMaxChunkBytes = 8U << 20;
constexpr png_uint_32 kMaxCachedChunks = 128;

/// One libpng reader. Its functions that libpng may leave by longjmp() own nothing that has a destructor.
struct PngReader {
  explicit PngReader(std::span<const std::byte> file) : rest(file) {}
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  png_structp png = nullptr;
  png_infop info = nullptr;
  std::span<const std::byte> rest;
  std::jmp_buf escape{};
  ImageFaultKind kind = ImageFaultKind::kBroken;
  std::array<char, 128> words{};
  png_uint_32 rows_done = 0;
};

[[noreturn]] void on_error(png_structp png, png_const_charp words) {
  auto& reader = *static_cast<PngReader*>(png_get_error_ptr(png));
  std::strncpy(reader.words.data(), words, reader.words.size() - 1);
  std::longjmp(reader.escape, 1);  // NOLINT(cert-err52-cpp): the only way out of a C library's callback
}

/// libpng warns of what it repairs or skips without loss: broken text, color or time chunks.
void on_warning(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep target, std::size_t size) {
  auto& reader = *static_cast<PngReader*>(png_get_io_ptr(png));
  if (size > reader.rest.size()) {
    reader.kind = ImageFaultKind::kTruncated;
    png_error(png, "the file ends too early");
  }
  std::memcpy(target, reader.rest.data(), size);
  reader.rest = reader.rest.subspan(size);
}

bool read_header(PngReader& reader) {
  if (setjmp(reader.escape) != 0) {  // NOLINT(cert-err52-cpp)
    return false;
  }
  png_set_read_fn(reader.png, &reader, read_bytes);
  png_set_user_limits(reader.png, kMaxSide, kMaxSide);
  png_set_chunk_cache_max(reader.png, kMaxCachedChunks);
  png_set_chunk_malloc_max(reader.png, kMaxChunkBytes);
  // Text, gamma, profiles and dates are skipped unread: nothing of them reaches the pixels.
  png_set_keep_unknown_chunks(reader.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(reader.png, reader.info);
  const png_byte type = png_get_color_type(reader.png, reader.info);
  if (type == PNG_COLOR_TYPE_PALETTE) {
    png_set_packing(reader.png);
  } else if (type == PNG_COLOR_TYPE_GRAY) {
    png_set_expand_gray_1_2_4_to_8(reader.png);
  }
  png_set_scale_16(reader.png);
  png_set_strip_alpha(reader.png);
  png_set_interlace_handling(reader.png);
  png_read_update_info(reader.png, reader.info);
  return true;
}

/// libpng shows an index beyond the palette as black; here it is a fault, so the palette is applied by us.
void apply_palette(png_structp png, png_const_colorp palette, int colors, std::uint8_t* row, std::uint32_t width) {
  for (std::uint32_t x = width; x-- > 0;) {  // from the right: a color takes three times the room of its index
    const std::uint8_t index = row[x];
    if (index >= colors) {
      png_error(png, "a pixel's color is not in the palette");
    }
    row[3 * std::size_t{x}] = palette[index].red;
    row[3 * std::size_t{x} + 1] = palette[index].green;
    row[3 * std::size_t{x} + 2] = palette[index].blue;
  }
}

bool read_pixels(PngReader& reader, const MutableFrameView& target) {
  if (setjmp(reader.escape) != 0) {  // NOLINT(cert-err52-cpp)
    return false;
  }
  const bool interlaced = png_get_interlace_type(reader.png, reader.info) != PNG_INTERLACE_NONE;
  const int passes = interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
  for (int pass = 0; pass < passes; ++pass) {
    for (std::uint32_t y = 0; y < target.layout.height; ++y) {
      png_read_row(reader.png, target.row(y), nullptr);
      reader.rows_done += pass + 1 == passes ? 1 : 0;
    }
  }
  png_read_end(reader.png, nullptr);
  if (png_get_color_type(reader.png, reader.info) == PNG_COLOR_TYPE_PALETTE) {
    png_colorp palette = nullptr;
    int colors = 0;
    png_get_PLTE(reader.png, reader.info, &palette, &colors);
    for (std::uint32_t y = 0; y < target.layout.height; ++y) {
      apply_palette(reader.png, palette, colors, target.row(y), target.layout.width);
    }
  }
  return true;
}

class PngDecoder final : public ImageDecoder {
 public:
  PngDecoder(const ImageHeader& header, std::unique_ptr<PngReader> reader)
      : ImageDecoder(header), reader_(std::move(reader)) {}

  std::optional<ImageFault> decode(MutableFrameView target) override {
    if (read_pixels(*reader_, target)) {
      return std::nullopt;
    }
    if (reader_->kind != ImageFaultKind::kTruncated) {
      return ImageFault{ImageFaultKind::kBroken, std::string("broken PNG: ") + reader_->words.data()};
    }
    if (reader_->rows_done == header().height) {
      return ImageFault{ImageFaultKind::kTruncated, "truncated: the end of the PNG is missing"};
    }
    return ImageFault{ImageFaultKind::kTruncated, "truncated: row " + std::to_string(reader_->rows_done + 1) + " of " +
                                                      std::to_string(header().height) + " is missing"};
  }

 private:
  std::unique_ptr<PngReader> reader_;
};

std::optional<ImageFault> check_start(std::span<const std::byte> bytes) {
  const auto* start = reinterpret_cast<const unsigned char*>(bytes.data());
  if (!std::equal(start, start + std::min(bytes.size(), kSignature.size()), kSignature.begin())) {
    return ImageFault{ImageFaultKind::kBroken, "broken PNG: the signature is damaged, as by a transfer in text mode"};
  }
  if (bytes.size() < kSizesEnd) {
    return ImageFault{ImageFaultKind::kTruncated, "truncated: the PNG ends within its header"};
  }
  if (std::memcmp(start + 12, "IHDR", 4) != 0) {
    return ImageFault{ImageFaultKind::kBroken, "broken PNG: it does not begin with its header"};
  }
  return check_image_size(png_get_uint_32(start + 16), png_get_uint_32(start + 20));
}

}  // namespace

OpenedImage open_png(std::span<const std::byte> bytes) {
  if (auto fault = check_start(bytes)) {
    return std::move(*fault);
  }
  auto reader = std::make_unique<PngReader>(bytes);
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader.get(), on_error, on_warning);
  reader->info = reader->png != nullptr ? png_create_info_struct(reader->png) : nullptr;
  if (reader->info == nullptr) {
    throw std::bad_alloc();
  }
  if (!read_header(*reader)) {
    const bool cut = reader->kind == ImageFaultKind::kTruncated;
    return ImageFault{reader->kind, cut ? "truncated: the PNG ends before its pixels"
                                        : std::string("broken PNG: ") + reader->words.data()};
  }
  const bool gray =
      (png_get_color_type(reader->png, reader->info) & (PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_PALETTE)) == 0;
  const ImageHeader header{gray ? PixelFormat::kGrey : PixelFormat::kRgb24, ColorRange::kFull,
                           png_get_image_width(reader->png, reader->info),
                           png_get_image_height(reader->png, reader->info)};
  return std::make_unique<PngDecoder>(header, std::move(reader));
}

}  // namespace sobelcam
