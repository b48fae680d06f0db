// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "drivers/frame/frame_view.h"
#include "kernels/cuda/arguments.h"

namespace sobelcam::cuda {

/// How kernels read pixels: formats that differ only in numbers, or in their chroma, share a kernel.
enum class PixelReader : std::uint8_t {
  kRgb24,
  kBgr24,
  kYuyv,
  kUyvy,
  kLuma,
  kRgb32,
  kLuma16,
  kRgb565,
  kBayer8,
  kBayer16,
  kBayer10Packed,
};

inline constexpr std::array kPixelReaders{PixelReader::kRgb24,   PixelReader::kBgr24,        PixelReader::kYuyv,
                                          PixelReader::kUyvy,    PixelReader::kLuma,         PixelReader::kRgb32,
                                          PixelReader::kLuma16,  PixelReader::kRgb565,       PixelReader::kBayer8,
                                          PixelReader::kBayer16, PixelReader::kBayer10Packed};

/// As kernels are named.
std::string_view name(PixelReader reader);

PixelReader reader_of(PixelFormat format);

/// Whether it takes one kernel for frames in whole words and for all others.
constexpr bool is_mosaic(PixelReader reader) {
  return reader >= PixelReader::kBayer8;
}

/// A frame whose rows the GPU sees at `pixels`, `stride` bytes apart.
FrameArguments frame_arguments(const FrameLayout& layout, Address pixels, std::size_t stride);

}  // namespace sobelcam::cuda
