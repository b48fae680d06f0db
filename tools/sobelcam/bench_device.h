// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/sobelcam/bench_frames.h"
#include "tools/sobelcam/statistics.h"

namespace sobelcam::tool {

/// What the kernels of one CUDA pipeline take for a frame that lies in the GPU's memory, and leaves its edges and
/// histogram there.
struct DeviceTiming {
  FrameSize size;
  std::string_view kernels;   ///< the pipeline's name
  std::string_view launched;  ///< "graph" or "plain"; "early, " before it where frames overlap
  Statistics frame_us;        ///< of each round: its time over its frames
  double gb_per_s = 0;
  double percent_of_copy = 0;  ///< of a copy within the device
};

/// The GPU and what it does at best.
struct DeviceReport {
  std::string absence;  ///< why there is nothing here; empty where there is
  std::string name;
  double copy_gb_per_s = 0;  ///< of 256 MiB to another place on the device, bytes read and bytes written
  std::vector<DeviceTiming> timings;
};

struct DeviceBenchOptions {
  std::vector<FrameSize> sizes;
  PixelFormat format = PixelFormat::kRgb24;
  BenchScene scene = BenchScene::kTextured;
  bool equalize = false;
};

/// Times the CUDA kernels alone, without a frame's way to the GPU and back: several frames in turn, more bytes than the
/// GPU's cache holds, whose counters are cleared within the time. What they leave is held to the reference's bits.
/// Errors:   gpu::Error, std::runtime_error where bits differ
DeviceReport bench_device(const DeviceBenchOptions& options);

}  // namespace sobelcam::tool
