// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/fused_kernels.h"

#include <algorithm>
#include <limits>

#include "kernels/cuda/device_code.h"

namespace sobelcam::cuda {
namespace {

constexpr std::uint32_t divided(std::uint32_t items, std::uint32_t by) {
  return (items + by - 1) / by;
}

std::uint32_t blocks_across(const SizeArguments& size) {
  return divided(size.width, kFusedColumns * kFusedWarps);
}

gpu::LaunchShape shape_of(const SizeArguments& size, std::uint32_t rows) {
  return {{blocks_across(size), divided(size.height, rows), 1}, {kFusedWarps * 32, 1, 1}};
}

}  // namespace

FusedKernels::FusedKernels(const gpu::Device& device, gpu::Jit jit)
    : FusedKernels(device, load(device, "fused", jit), load(device, "equalize", jit)) {}

FusedKernels::FusedKernels(const gpu::Device& device, const gpu::Module& fused, const gpu::Module& equalize)
    : multiprocessors_(static_cast<unsigned>(std::max(device.properties().multiprocessors, 1))),
      can_start_early_(device.properties().compute_capability() >= 90),
      formats_{format(fused, "rgb24"), format(fused, "bgr24"), format(fused, "yuyv"), format(fused, "uyvy"),
               format(fused, "luma")},
      edges_of_levels_(fused.function("edges_of_levels")),
      equalization_table_(equalize.function("equalization_table")) {}

FusedKernels::Format FusedKernels::format(const gpu::Module& module, const std::string& name) {
  return {{module.function("edges_" + name), module.function("edges_" + name + "_ragged")},
          {module.function("levels_" + name), module.function("levels_" + name + "_ragged")}};
}

const gpu::Function& FusedKernels::Pair::for_frame(const FrameArguments& frame) const {
  const bool in_words = frame.pixels % 4 == 0 && frame.stride % 4 == 0 && frame.width % 4 == 0;
  return in_words ? whole : ragged;
}

const FusedKernels::Format& FusedKernels::format_of(PixelFormat format) const {
  switch (format) {
    case PixelFormat::kRgb24:
      return formats_[0];
    case PixelFormat::kBgr24:
      return formats_[1];
    case PixelFormat::kYuyv:
      return formats_[2];
    case PixelFormat::kUyvy:
      return formats_[3];
    case PixelFormat::kGrey:
    case PixelFormat::kNv12:
      break;
  }
  return formats_[4];
}

/// The fewer rows, the more warps hide each other's waiting, and the more rows are computed twice: six a block, and as
/// much again is lost at its beginning and end. Every multiprocessor should get equally many blocks, and three keep
/// it about as busy as it gets.
std::uint32_t FusedKernels::rows_of(const SizeArguments& size) const {
  constexpr std::uint32_t kStep = 4;  // the march unrolls four rows; what is left over runs through other code
  constexpr std::uint32_t kFewest = 8;
  constexpr std::uint32_t kMost = 36;
  constexpr std::uint64_t kLostRows = 12;
  constexpr std::uint64_t kBusy = 3;
  std::uint32_t best = kFewest;
  std::uint64_t best_cost = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t rows = kFewest; rows <= kMost; rows += kStep) {
    const std::uint64_t blocks = std::uint64_t{blocks_across(size)} * divided(size.height, rows);
    const std::uint64_t each = (blocks + multiprocessors_ - 1) / multiprocessors_;
    const std::uint64_t cost = std::max(each, kBusy) * (rows + kLostRows);
    if (cost <= best_cost) {
      best_cost = cost;
      best = rows;
    }
  }
  return best;
}

void FusedKernels::launch_early(const gpu::Stream& stream, const FrameWork& work) const {
  constexpr std::uint32_t kRows =
      32;  // frames fill each other's gaps: blocks are long, and few rows are computed twice
  gpu::LaunchShape shape = shape_of(work.size, kRows);
  shape.early = true;
  format_of(work.format)
      .edges.for_frame(work.frame)
      .launch(shape, stream, FusedFrame{work.frame, work.edges, work.histogram, kRows, 0});
}

void FusedKernels::record(WorkRecorder& recorder, const FrameWork& work) const {
  constexpr gpu::LaunchShape kOneBlock{{1, 1, 1}, {256, 1, 1}};
  const Format& format = format_of(work.format);
  const std::uint32_t rows = rows_of(work.size);
  if (!work.request.equalize) {
    recorder.stage("fused");
    recorder.launch_on_frame(format.edges.for_frame(work.frame), shape_of(work.size, rows),
                             FusedFrame{work.frame, work.edges, work.histogram, rows, 0});
    return;
  }
  recorder.stage("blur");
  recorder.launch_on_frame(format.levels.for_frame(work.frame), shape_of(work.size, rows),
                           FusedFrame{work.frame, work.equalized, work.levels, rows, 0});
  recorder.stage("equalize");
  recorder.launch(equalization_table_, kOneBlock, work.levels.finished, work.table, work.size);
  recorder.stage("sobel");
  recorder.launch(edges_of_levels_, shape_of(work.size, rows),
                  FusedLevels{work.equalized, work.table, work.edges, work.histogram, work.size, rows, 0});
}

}  // namespace sobelcam::cuda
