// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "drivers/files/image_decoder.h"

namespace sobelcam::test {

using Opener = OpenedImage (*)(std::span<const std::byte>);

/// The pixels of a picture, rows joined without padding.
struct DecodedPicture {
  ImageHeader header;
  std::vector<std::uint8_t> pixels;

  std::uint8_t at(std::uint32_t x, std::uint32_t y) const;
};

using Decoded = std::variant<DecodedPicture, ImageFault>;

/// Opens and decodes bytes that lie against a page which nobody may read, into rows with poisoned padding;
/// a padding byte that was written fails the test.
/// A spoiled header may claim a size that is allowed but has no place in a unit test: beyond `max_pixels` the
/// result is a fault of kind kTooLarge.
Decoded decode_guarded(Opener open, std::span<const std::byte> bytes, std::uint64_t max_pixels = 1 << 18);

/// The picture; throws with the fault's words where there is none.
DecodedPicture decode_whole(Opener open, std::span<const std::byte> bytes);

/// The fault; throws where the bytes are a picture.
ImageFault fault_of(Opener open, std::span<const std::byte> bytes);

/// How a small file fares when it is cut at each of its bytes.
struct CutResults {
  int faults = 0;
  int same_picture = 0;
  int other_picture = 0;
  int other_kinds = 0;  ///< faults that are neither kTruncated nor kEmpty
};
CutResults cut_at_every_byte(Opener open, std::span<const std::byte> bytes);

/// Decodes the file once for each byte and each of several ways to spoil it; returns how often that was a fault.
int spoil_every_byte(Opener open, std::span<const std::byte> bytes);

}  // namespace sobelcam::test
