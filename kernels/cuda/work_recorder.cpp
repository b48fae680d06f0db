// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/work_recorder.h"

#include <algorithm>
#include <stdexcept>

namespace sobelcam::cuda {

gpu::CUgraphNode WorkRecorder::node_of(const gpu::Function& kernel) const {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(),
                                  [&kernel](const gpu::KernelNode& node) { return node.function == kernel.get(); });
  if (found == nodes_.end()) {
    throw std::logic_error("WorkRecorder: " + kernel.name() + " is not in the graph that its own recording made");
  }
  return found->node;
}

}  // namespace sobelcam::cuda
