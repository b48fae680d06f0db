// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "drivers/frame/frame_view.h"
#include "drivers/frame/image_view.h"
#include "kernels/edge_result.h"

/// The stages of SPEC.md, each as plain loops over whole planes; correctness is their only aim.
///
/// Shapes:   input and output of a stage have the same size and never overlap
namespace sobelcam::reference {

void gray(const FrameView& frame, ImageView<float> gray);
/// gray() of the Bayer formats.
void gray_of_mosaic(const FrameView& frame, ImageView<float> gray);

void blur_across(ImageView<const float> gray, ImageView<float> across);
void blur_down(ImageView<const float> across, ImageView<float> blur);

using LookupTable = std::array<std::uint8_t, 256>;
LookupTable equalization(const Histogram& histogram, std::uint64_t pixels);
void apply(const LookupTable& lut, ImageView<const std::uint8_t> levels, ImageView<std::uint8_t> equalized);

void sobel(ImageView<const float> plane, ImageView<float> magnitude);
void sobel(ImageView<const std::uint8_t> plane, ImageView<float> magnitude);

Histogram histogram(ImageView<const std::uint8_t> plane);

}  // namespace sobelcam::reference
