// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/edge_spec.h"

/// What gray() takes from a frame's bytes, whatever the format.
namespace sobelcam::reference {

/// SPEC.md's gray from red, green and blue, of as many bits as they have.
inline float from_rgb(float red, float green, float blue) {
  return std::fma(spec::kRedWeight, red, std::fma(spec::kGreenWeight, green, spec::kBlueWeight * blue));
}

/// The low `bits` bits of the little-endian word of pixel x.
inline unsigned word(const std::uint8_t* row, std::size_t x, unsigned bits) {
  const unsigned whole = row[2 * x] + 256U * row[2 * x + 1];
  return whole & ((1U << bits) - 1);
}

}  // namespace sobelcam::reference
