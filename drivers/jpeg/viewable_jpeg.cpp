// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "drivers/jpeg/viewable_jpeg.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "drivers/jpeg/jpeg_errors.h"

namespace sobelcam {
namespace {

constexpr std::byte kMarkerByte{0xFF};
constexpr unsigned kStartOfImageMarker = 0xD8;
constexpr unsigned kHuffmanTables = 0xC4;
constexpr unsigned kExif = 0xE1;
constexpr unsigned kStartOfScan = 0xDA;

/// One marker segment: FF, code, and a length that counts itself.
struct Segment {
  unsigned code = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<Segment> segment_at(std::span<const std::byte> jpeg, std::size_t at) {
  while (at + 1 < jpeg.size() && jpeg[at] == kMarkerByte && jpeg[at + 1] == kMarkerByte) {
    ++at;  // fill bytes
  }
  if (at + 4 > jpeg.size() || jpeg[at] != kMarkerByte) {
    return std::nullopt;
  }
  const std::size_t length =
      std::to_integer<std::size_t>(jpeg[at + 2]) << 8U | std::to_integer<std::size_t>(jpeg[at + 3]);
  const Segment segment{std::to_integer<unsigned>(jpeg[at + 1]), at, at + 2 + length};
  return length < 2 || segment.end > jpeg.size() ? std::nullopt : std::optional<Segment>(segment);
}

struct FreeMemory {
  void operator()(unsigned char* memory) const { std::free(memory); }  // NOLINT(cppcoreguidelines-no-malloc): libjpeg's
};

/// A stream that holds nothing but the tables of a color picture.
std::vector<std::byte> tables_only_stream() {
  JpegErrors errors;
  jpeg_compress_struct encoder{};
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  encoder.err = &errors;
  if (setjmp(errors.escape) != 0) {
    jpeg_destroy_compress(&encoder);
    throw std::runtime_error("libjpeg does not write its standard tables");
  }
  jpeg_create_compress(&encoder);
  jpeg_mem_dest(&encoder, &memory, &size);
  encoder.in_color_space = JCS_YCbCr;
  encoder.input_components = 3;
  jpeg_set_defaults(&encoder);
  jpeg_write_tables(&encoder);
  const std::unique_ptr<unsigned char, FreeMemory> owner(memory);
  const auto* bytes = reinterpret_cast<const std::byte*>(memory);
  std::vector<std::byte> stream(bytes, bytes + size);
  jpeg_destroy_compress(&encoder);
  return stream;
}

std::vector<std::byte> table_segments() {
  const std::vector<std::byte> stream = tables_only_stream();
  std::vector<std::byte> tables;
  for (auto segment = segment_at(stream, 2); segment; segment = segment_at(stream, segment->end)) {
    if (segment->code == kHuffmanTables) {
      tables.insert(tables.end(), stream.begin() + static_cast<std::ptrdiff_t>(segment->begin),
                    stream.begin() + static_cast<std::ptrdiff_t>(segment->end));
    }
  }
  return tables;
}

}  // namespace

bool make_viewable(std::span<const std::byte> jpeg, std::vector<std::byte>& viewable) {
  if (jpeg.size() < 2 || jpeg[0] != kMarkerByte || std::to_integer<unsigned>(jpeg[1]) != kStartOfImageMarker) {
    return false;
  }
  bool has_tables = false;
  bool has_exif = false;
  auto segment = segment_at(jpeg, 2);
  for (; segment && segment->code != kStartOfScan; segment = segment_at(jpeg, segment->end)) {
    has_tables = has_tables || segment->code == kHuffmanTables;
    has_exif = has_exif || segment->code == kExif;
  }
  if (!segment || (has_tables && !has_exif)) {
    return false;
  }
  const std::size_t scan = segment->begin;
  viewable.assign(jpeg.begin(), jpeg.begin() + 2);
  const auto append = [&viewable](std::span<const std::byte> bytes) {
    viewable.insert(viewable.end(), bytes.begin(), bytes.end());
  };
  for (segment = segment_at(jpeg, 2); segment->begin < scan; segment = segment_at(jpeg, segment->end)) {
    if (segment->code != kExif) {
      append(jpeg.subspan(segment->begin, segment->end - segment->begin));
    }
  }
  if (!has_tables) {
    append(standard_huffman_tables());
  }
  append(jpeg.subspan(scan));
  return true;
}

std::span<const std::byte> standard_huffman_tables() {
  static const std::vector<std::byte> tables = table_segments();
  return tables;
}

}  // namespace sobelcam
