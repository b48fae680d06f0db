// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/support/bytes.h"

namespace sobelcam::test {

enum class JpegColors : std::uint8_t { kGray, kYcc, kRgb, kCmyk, kTwoUnknown };

/// The kinds of JPEG that the tests make.
struct JpegKind {
  JpegColors colors = JpegColors::kYcc;
  std::uint32_t width = 33;
  std::uint32_t height = 19;
  int luma_horizontal = 2;  ///< sampling factors
  int luma_vertical = 2;
  int chroma_horizontal = 1;
  bool own_huffman_tables = false;  ///< fitted to the picture instead of the standard's
  bool progressive = false;
  bool scan_per_component = false;
  unsigned restart_rows = 0;
  int quality = 90;
};

/// A JPEG of a colorful, detailed picture, made with libjpeg.
Bytes make_jpeg(const JpegKind& kind);

/// The same file without its segments of a kind, such as 0xC4 (Huffman tables).
Bytes without_segments(const Bytes& jpeg, unsigned marker);

/// The luma plane by TurboJPEG, rows joined.
std::vector<std::uint8_t> luma_by_turbojpeg(const Bytes& jpeg);

}  // namespace sobelcam::test
