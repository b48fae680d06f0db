// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/edge_pipeline.h"
#include "tools/sobelcam/verify/verdict.h"

namespace sobelcam::tool {

/// What must hold of any result, whatever the picture: the bins count the edge map, and sum to width x height.
std::vector<Finding> check_histogram(const ResultView& result);

/// What must hold of any implementation: a black picture of this layout gives no edges, and a picture that is flipped
/// gives the flipped edges. The picture is the gray plane as bytes. No result of the pipeline may be out.
std::vector<Finding> check_black(EdgePipeline& pipeline, const FrameLayout& layout, bool equalize);
std::vector<Finding> check_flips(EdgePipeline& pipeline, ImageView<const std::uint8_t> picture, bool equalize);

}  // namespace sobelcam::tool
