// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// The numbers of SPEC.md, and nothing else: every implementation takes them from here.
namespace sobelcam::spec {

/// Changes with every bit that any implementation would have to change.
inline constexpr std::string_view kVersion = "1";

// Gray from RGB: ITU-R BT.601.
inline constexpr float kRedWeight = 0.299F;
inline constexpr float kGreenWeight = 0.587F;
inline constexpr float kBlueWeight = 0.114F;

// Gray from limited-range luma: 255/219 and its 16-fold, rounded so that 16 gives 0 and 235 gives 255 exactly.
inline constexpr float kLimitedScale = 0x1.2a150ap+0F;
inline constexpr float kLimitedOffset = -0x1.2a150ap+4F;

// Gray from samples of more than 8 bits: 255/1023, 255/4095 and 255/65535.
inline constexpr float kScaleOf10Bits = 255.0F / 1023.0F;
inline constexpr float kScaleOf12Bits = 255.0F / 4095.0F;
inline constexpr float kScaleOf16Bits = 255.0F / 65535.0F;

constexpr float scale_of(unsigned bits) {
  return bits == 10 ? kScaleOf10Bits : bits == 12 ? kScaleOf12Bits : bits == 16 ? kScaleOf16Bits : 1.0F;
}

// A Gaussian of sigma 1 integrated over each pixel: outer, inner and center tap.
inline constexpr float kOuterTap = 0.06136F;
inline constexpr float kInnerTap = 0.24477F;
inline constexpr float kCenterTap = 0.38774F;

inline constexpr float kWhite = 255.0F;

}  // namespace sobelcam::spec
