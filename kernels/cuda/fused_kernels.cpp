// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/fused_kernels.h"

#include <algorithm>
#include <limits>
#include <string>

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
      formats_(formats(fused)),
      edges_of_levels_(fused.function("edges_of_levels")),
      equalization_table_(equalize.function("equalization_table")) {}

std::vector<FusedKernels::Format> FusedKernels::formats(const gpu::Module& fused) {
  std::vector<Format> formats;
  for (const PixelReader reader : kPixelReaders) {
    const std::string whole(name(reader));
    const std::string ragged = whole + (is_mosaic(reader) ? "" : "_ragged");
    formats.push_back({{fused.function("edges_" + whole), fused.function("edges_" + ragged)},
                       {fused.function("levels_" + whole), fused.function("levels_" + ragged)}});
  }
  return formats;
}

const gpu::Function& FusedKernels::Pair::for_frame(const FrameArguments& frame) const {
  const bool in_words = frame.pixels % 4 == 0 && frame.stride % 4 == 0 && frame.width % 4 == 0;
  return in_words ? whole : ragged;
}

const FusedKernels::Format& FusedKernels::format_of(PixelFormat format) const {
  return formats_[static_cast<std::size_t>(reader_of(format))];
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
