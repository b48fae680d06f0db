// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/jpeg_files.h"

#include <cstdio>  // jpeglib.h needs it first and does not include it

#include <jpeglib.h>
#include <turbojpeg.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace sobelcam::test {
namespace {

struct Colors {
  int components;
  J_COLOR_SPACE in;
  J_COLOR_SPACE in_file;
};

Colors colors_of(JpegColors colors) {
  switch (colors) {
    case JpegColors::kGray:
      return {1, JCS_GRAYSCALE, JCS_GRAYSCALE};
    case JpegColors::kYcc:
      return {3, JCS_RGB, JCS_YCbCr};
    case JpegColors::kRgb:
      return {3, JCS_RGB, JCS_RGB};
    case JpegColors::kCmyk:
      return {4, JCS_CMYK, JCS_CMYK};
    case JpegColors::kTwoUnknown:
      return {2, JCS_UNKNOWN, JCS_UNKNOWN};
  }
  return {};
}

void set_kind(jpeg_compress_struct& info, const JpegKind& kind, std::array<jpeg_scan_info, 3>& scans) {
  const Colors colors = colors_of(kind.colors);
  info.image_width = kind.width;
  info.image_height = kind.height;
  info.input_components = colors.components;
  info.in_color_space = colors.in;
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, colors.in_file);
  jpeg_set_quality(&info, kind.quality, TRUE);
  info.dct_method = JDCT_ISLOW;
  info.optimize_coding = kind.own_huffman_tables ? TRUE : FALSE;
  info.restart_in_rows = static_cast<int>(kind.restart_rows);
  if (kind.colors == JpegColors::kYcc) {
    info.comp_info[0].h_samp_factor = kind.luma_horizontal;
    info.comp_info[0].v_samp_factor = kind.luma_vertical;
    info.comp_info[1].h_samp_factor = kind.chroma_horizontal;
    info.comp_info[2].h_samp_factor = kind.chroma_horizontal;
  }
  if (kind.progressive) {
    jpeg_simple_progression(&info);
  }
  if (kind.scan_per_component) {
    for (int i = 0; i < 3; ++i) {
      scans.at(static_cast<std::size_t>(i)) = {1, {i, 0, 0, 0}, 0, 63, 0, 0};
    }
    info.scan_info = scans.data();
    info.num_scans = 3;
  }
}

}  // namespace

Bytes make_jpeg(const JpegKind& kind) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &out, &size);
  std::array<jpeg_scan_info, 3> scans{};
  set_kind(info, kind, scans);
  jpeg_start_compress(&info, TRUE);
  std::vector<JSAMPLE> row(kind.width * static_cast<std::size_t>(info.input_components));
  while (info.next_scanline < info.image_height) {
    const unsigned y = info.next_scanline;
    for (unsigned i = 0; i < row.size(); ++i) {
      row[i] = static_cast<JSAMPLE>((5 * i + 9 * y + (i * y) % 31) & 0xFF);
    }
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&info, &rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  const std::unique_ptr<unsigned char, void (*)(void*)> owner(out, std::free);
  return ByteWriter().raw(std::as_bytes(std::span(out, size))).bytes();
}

Bytes without_segments(const Bytes& jpeg, unsigned marker) {
  Bytes kept(jpeg.begin(), jpeg.begin() + 2);
  std::size_t at = 2;
  while (jpeg.at(at + 1) != std::byte{0xDA}) {
    const std::size_t size =
        2 + (std::to_integer<std::size_t>(jpeg.at(at + 2)) << 8 | std::to_integer<std::size_t>(jpeg.at(at + 3)));
    if (jpeg.at(at + 1) != static_cast<std::byte>(marker)) {
      kept.insert(kept.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(at),
                  jpeg.begin() + static_cast<std::ptrdiff_t>(at + size));
    }
    at += size;
  }
  kept.insert(kept.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(at), jpeg.end());
  return kept;
}

std::vector<std::uint8_t> luma_by_turbojpeg(const Bytes& jpeg) {
  const std::unique_ptr<void, int (*)(tjhandle)> decoder(tjInitDecompress(), tjDestroy);
  const auto* bytes = reinterpret_cast<const unsigned char*>(jpeg.data());
  int width = 0;
  int height = 0;
  int sampling = 0;
  int colors = 0;
  tjDecompressHeader3(decoder.get(), bytes, jpeg.size(), &width, &height, &sampling, &colors);
  std::array<std::vector<unsigned char>, 3> planes;
  std::array<unsigned char*, 3> pointers{};
  std::array<int, 3> strides{};
  for (int i = 0; i < (sampling == TJSAMP_GRAY ? 1 : 3); ++i) {
    const auto n = static_cast<std::size_t>(i);
    strides.at(n) = tjPlaneWidth(i, width, sampling);
    planes.at(n).resize(tjPlaneSizeYUV(i, width, 0, height, sampling));
    pointers.at(n) = planes.at(n).data();
  }
  if (tjDecompressToYUVPlanes(decoder.get(), bytes, jpeg.size(), pointers.data(), width, strides.data(), height,
                              TJFLAG_ACCURATEDCT) != 0 &&
      tjGetErrorCode(decoder.get()) == TJERR_FATAL) {
    throw std::runtime_error(tjGetErrorStr2(decoder.get()));
  }
  std::vector<std::uint8_t> luma;
  for (int y = 0; y < height; ++y) {
    const unsigned char* row = pointers[0] + static_cast<std::ptrdiff_t>(strides[0]) * y;
    luma.insert(luma.end(), row, row + width);
  }
  return luma;
}

}  // namespace sobelcam::test
