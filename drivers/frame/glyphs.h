// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace sobelcam {

inline constexpr unsigned kGlyphWidth = 5;
inline constexpr unsigned kGlyphHeight = 7;

/// The rows of a character from top to bottom; of each row the five low bits, the highest on the left.
using Glyph = std::array<std::uint8_t, kGlyphHeight>;

/// Capital letters, digits and punctuation; small letters are drawn as capitals and what is unknown as a question mark.
const Glyph& glyph(char character);

}  // namespace sobelcam
