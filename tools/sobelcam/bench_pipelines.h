// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/pipelines.h"
#include "tools/sobelcam/exit_code.h"
#include "tools/sobelcam/round_robin.h"

namespace sobelcam::tool {

struct BenchPipelinesOptions {
  std::vector<std::string> pipelines{"all"};  ///< names, or "all"
  std::vector<std::string> sizes{"640x480", "1280x720", "1920x1080", "3840x2160"};
  std::string format = "RGB24";
  std::string scene = "textured";
  bool equalize = false;
  unsigned threads = 0;  ///< threaded pipelines run on 1 thread and on this many; 0: as many as the machine has
  TimingBudget budget;
  bool json = false;
  std::filesystem::path json_file;  ///< where the document goes, beside the table; empty: instead of the table
};

/// Holds each row to the bits of the reference, times those that keep them, and OpenCV's chains beside them.
///
/// Results go to `out`. A row that differs is not timed and costs kDifferent.
/// Errors:   std::exception in words: options that are not usable, no memory for a size, a file that cannot be written
ExitCode bench_pipelines(std::span<const PipelineInfo* const> rows, const BenchPipelinesOptions& options,
                         std::ostream& out);

}  // namespace sobelcam::tool
