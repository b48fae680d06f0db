// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/files/png_writer.h"

#include <png.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace sobelcam {
namespace {

/// Rather quick than small: somebody waits for the picture. Fixed, like the filter, so that the bytes are too.
constexpr int kCompressionLevel = 3;

/// One libpng writer. write_all(), which libpng may leave by longjmp(), owns nothing that has a destructor.
struct PngWriter {
  explicit PngWriter(std::FILE* target) : file(target) {}
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  png_structp png = nullptr;
  png_infop info = nullptr;
  std::FILE* file;
  std::jmp_buf escape{};
  std::array<char, 128> words{};
  int system_error = 0;
};

[[noreturn]] void on_write_error(png_structp png, png_const_charp words) {
  auto& writer = *static_cast<PngWriter*>(png_get_error_ptr(png));
  std::strncpy(writer.words.data(), words, writer.words.size() - 1);
  std::longjmp(writer.escape, 1);  // NOLINT(cert-err52-cpp): the only way out of a C library's callback
}

void on_write_warning(png_structp, png_const_charp) {}

void write_bytes(png_structp png, png_bytep bytes, std::size_t size) {
  auto& writer = *static_cast<PngWriter*>(png_get_io_ptr(png));
  errno = 0;
  if (std::fwrite(bytes, 1, size, writer.file) != size) {
    writer.system_error = errno != 0 ? errno : EIO;
    png_error(png, "write error");
  }
}

void flush_bytes(png_structp png) {
  auto& writer = *static_cast<PngWriter*>(png_get_io_ptr(png));
  errno = 0;
  if (std::fflush(writer.file) != 0 || std::ferror(writer.file) != 0) {
    writer.system_error = errno != 0 ? errno : EIO;
    png_error(png, "write error");
  }
}

bool write_all(PngWriter& writer, const ImageView<const std::uint8_t>& pixels) {
  if (setjmp(writer.escape) != 0) {  // NOLINT(cert-err52-cpp)
    return false;
  }
  png_set_write_fn(writer.png, &writer, write_bytes, flush_bytes);
  png_set_IHDR(writer.png, writer.info, pixels.width, pixels.height, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(writer.png, kCompressionLevel);
  png_set_compression_strategy(writer.png, Z_FILTERED);
  png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_write_info(writer.png, writer.info);
  for (std::uint32_t y = 0; y < pixels.height; ++y) {
    png_write_row(writer.png, pixels.row(y));
  }
  png_write_end(writer.png, nullptr);
  flush_bytes(writer.png);
  return true;
}

}  // namespace

void write_gray_png(std::FILE* file, ImageView<const std::uint8_t> pixels) {
  PngWriter writer(file);
  writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_write_error, on_write_warning);
  writer.info = writer.png != nullptr ? png_create_info_struct(writer.png) : nullptr;
  if (writer.info == nullptr) {
    throw std::bad_alloc();
  }
  if (!write_all(writer, pixels)) {
    throw std::runtime_error("cannot write the PNG: " + (writer.system_error != 0
                                                             ? std::generic_category().message(writer.system_error)
                                                             : std::string(writer.words.data())));
  }
}

}  // namespace sobelcam
