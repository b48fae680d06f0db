// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/sobelcam/bench_device.h"
#include "tools/sobelcam/bench_frames.h"
#include "tools/sobelcam/bench_machine.h"
#include "tools/sobelcam/npp_chain.h"
#include "tools/sobelcam/opencv_chain.h"
#include "tools/sobelcam/round_robin.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {

/// What became of one row of the table of pipelines.
struct PipelineVerdict {
  enum class Status { kTimed, kUnusable, kDifferent };

  std::string name;
  Status status = Status::kTimed;
  std::string reason;  ///< why it is not timed
};

struct CopyBandwidth {
  unsigned threads = 1;
  double gb_per_s = 0;
};

/// One line of the table: a pipeline or a chain of OpenCV at one size with one number of threads.
struct Timing {
  FrameSize size;
  std::string name;
  bool is_opencv = false;
  unsigned threads = 1;
  Statistics frame_ms;
  double gb_per_s = 0;
  double percent_of_copy = 0;                ///< of the copy on as many threads
  std::optional<double> times_opencv_8_bit;  ///< how many times as fast as OpenCV on as many threads
  std::optional<double> times_opencv_float;
};

/// NPP's chain at one size.
struct NppLine {
  FrameSize size;
  NppTiming timing;
  std::string problem;  ///< why it was not timed; empty where it was
};

/// Everything that one run of the bench found.
struct BenchReport {
  BenchMachine machine;
  OpenCvBuild opencv;
  NppBuild npp;
  PixelFormat format = PixelFormat::kRgb24;
  BenchScene scene = BenchScene::kTextured;
  bool equalize = false;
  TimingBudget budget;
  std::vector<FrameSize> validated_sizes;
  std::vector<CopyBandwidth> copy;
  std::vector<PipelineVerdict> pipelines;
  std::vector<Timing> timings;
  DeviceReport device;             ///< empty where no CUDA pipeline is timed
  std::vector<NppLine> npp_lines;  ///< of RGB24 frames without equalization only
};

/// What the frame's bytes and the edges weigh, in bytes a pixel: the bytes of the format that the chain reads (of NV12
/// the luma plane) and one byte of edges.
double moved_bytes_per_pixel(PixelFormat format);

/// The table for a person, at most 100 columns wide, in the order in which its parts become known.
void print_head(std::ostream& out, const BenchReport& report);
void print_timings(std::ostream& out, std::span<const Timing> timings);
void print_foot(std::ostream& out, const BenchReport& report);
void print_device(std::ostream& out, const DeviceReport& report);

/// The schema is in tools/README.md.
nlohmann::ordered_json to_json(const BenchReport& report);

}  // namespace sobelcam::tool
