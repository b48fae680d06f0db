// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/frame/pixel_format.h"
#include "kernels/cuda/arguments.h"
#include "kernels/edge_result.h"

namespace sobelcam::cuda {

/// Which planes beside the edges a pipeline's kernels use for a request; the others are not allocated.
struct PlanesInUse {
  bool gray = false;
  bool across = false;  ///< the blur between its passes
  bool blur = false;
  bool equalized = false;  ///< bytes; also the levels that become it
  bool magnitude = false;

  bool operator==(const PlanesInUse&) const = default;
};

/// One frame's work, as kernels need it.
///
/// Shapes:   all planes have the frame's size; a plane that is not in use has address 0
/// Lifetime: the addresses stay valid until the work is done
struct FrameWork {
  PixelFormat format = PixelFormat::kGrey;
  EdgeRequest request;
  FrameArguments frame;
  SizeArguments size;

  PlaneArguments gray;
  PlaneArguments across;
  PlaneArguments blur;
  PlaneArguments equalized;
  PlaneArguments magnitude;
  PlaneArguments edges;

  HistogramArguments levels;  ///< of the blur; both addresses in the GPU's own memory
  Address table = 0;          ///< 256 bytes in the GPU's own memory, for equalization
  HistogramArguments histogram;
};

}  // namespace sobelcam::cuda
