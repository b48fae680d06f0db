// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "drivers/frame/frame_view.h"
#include "tests/support/guarded.h"

namespace sobelcam::test {

/// What a test picture shows. Impulses are one white pixel on black.
enum class Scene : std::uint8_t {
  kConstant,
  kRamp,
  kCheckerboard,
  kImpulseTopLeft,
  kImpulseTopRight,
  kImpulseBottomLeft,
  kImpulseBottomRight,
  kNoise,
  kSaturatingSteps,  ///< black and white bars: magnitudes far above 255
};

inline constexpr std::array kScenes{Scene::kConstant,           Scene::kRamp,
                                    Scene::kCheckerboard,       Scene::kImpulseTopLeft,
                                    Scene::kImpulseTopRight,    Scene::kImpulseBottomLeft,
                                    Scene::kImpulseBottomRight, Scene::kNoise,
                                    Scene::kSaturatingSteps};

std::string_view name(Scene scene);

/// The byte of a scene at a pixel; `channel` is 0 to 2 for red, green and blue, 0 for luma.
std::uint8_t scene_byte(Scene scene, std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height,
                        std::uint32_t channel);

using PixelByte = std::function<std::uint8_t(std::uint32_t x, std::uint32_t y, std::uint32_t channel)>;

/// A frame in guarded, read-only memory: the last pixel byte lies against a page that must not be touched; the padding,
/// the chroma bytes and the bits that a format does not use are poison, and chroma planes are not there at all.
///
/// Shapes:   luma of more than 8 bits has the bytes of channels 0 and 1 as its high and low bits; a mosaic has at each
///           pixel the channel of its color, with the one after it below
class TestFrame {
 public:
  TestFrame(FrameLayout layout, const PixelByte& pixel, std::uint8_t poison = 0xEE);

  FrameView view() const { return {bytes_.data(), layout_}; }

 private:
  FrameLayout layout_;
  GuardedBytes bytes_;
};

/// A layout with `padding` bytes behind each row.
FrameLayout padded_layout(PixelFormat format, ColorRange range, std::uint32_t width, std::uint32_t height,
                          std::size_t padding);

TestFrame scene_frame(Scene scene, const FrameLayout& layout);

/// For the names of parameterized tests: "NV12_limited_31x33_padded".
std::string layout_name(const FrameLayout& layout);

}  // namespace sobelcam::test
