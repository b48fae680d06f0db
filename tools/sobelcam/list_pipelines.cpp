// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/list_pipelines.h"

#include <array>
#include <cstdio>
#include <ostream>

#include "kernels/pipelines.h"

namespace sobelcam::tool {

void list_pipelines(std::ostream& out) {
  for (const PipelineInfo* row : pipelines()) {
    const Usability usability = row->usability();
    std::array<char, 64> head{};
    std::snprintf(head.data(), head.size(), "%-14s %-12s", std::string(row->name).c_str(),
                  usability.usable ? "usable" : "not usable");
    out << head.data() << " " << row->summary;
    if (!usability.usable) {
      out << "; " << usability.reason;
    }
    out << "\n";
  }
#ifdef SOBELCAM_CUDA_NOTE
  out << SOBELCAM_CUDA_NOTE << "\n";
#endif
}

}  // namespace sobelcam::tool
