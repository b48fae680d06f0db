// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace sobelcam {

/// Where one JPEG lies in a run of bytes.
struct JpegExtent {
  std::size_t begin = 0;  ///< of the start-of-image marker
  std::size_t end = 0;    ///< one past the end-of-image marker, or where a truncated picture stops
  bool complete = false;  ///< the end-of-image marker was there
};

/// The first JPEG at or behind `from` in a concatenation of them. Segments are walked by their lengths, so the
/// thumbnail inside an APP segment is not taken for a picture; junk between pictures is skipped. A picture
/// that meets the next start-of-image before its own end is reported incomplete, and so is one that runs
/// into the end of the bytes: a caller with more bytes to come appends them and asks again.
std::optional<JpegExtent> find_jpeg(std::span<const std::byte> bytes, std::size_t from = 0);

}  // namespace sobelcam
