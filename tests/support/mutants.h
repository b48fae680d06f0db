// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/pipelines.h"

namespace sobelcam::test {

/// Rows with one planted mistake each, which the differential test must find at the right pixel.

/// Blurs outside the picture over clamped gray instead of clamping the coordinates of the blur: the mistake that a
/// fused kernel makes, visible on the outermost ring only.
extern const PipelineInfo kWrongBorderPipeline;

/// One outer tap is a unit off in its fifth decimal, on one side only.
extern const PipelineInfo kWrongTapPipeline;

/// One pixel, x=33 y=20, is wrong, in pictures of 64x48 only; it knows no equalization.
extern const PipelineInfo kWrongAtOneSizePipeline;

/// Clamps the coordinates of a mosaic of 8 bits instead of mirroring them, so that green is taken for red at the
/// border.
extern const PipelineInfo kClampedMosaicPipeline;

/// Takes the pixels of a mosaic for those of the next order in PixelFormat.
extern const PipelineInfo kWrongOrderPipeline;

/// Reads all 16 bits of Y10.
extern const PipelineInfo kUnmaskedPipeline;

/// Divides the samples of Y10 by 4, so that white is 255.75.
extern const PipelineInfo kWrongScalePipeline;

/// Cuts the magnitude off to a byte instead of rounding it.
extern const PipelineInfo kTruncatingPipeline;

/// Equalizes in 32 bits, which overflow where 2 * 255 * (N - cdf_min) does: beyond 8 421 504 pixels. It is wrong in the
/// plane alone.
extern const PipelineInfo kNarrowEqualizePipeline;

}  // namespace sobelcam::test
