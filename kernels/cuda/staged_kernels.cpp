// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/staged_kernels.h"

#include <algorithm>
#include <string>
#include <utility>

#include "kernels/cuda/device_code.h"

namespace sobelcam::cuda {
namespace {

constexpr unsigned kMaxGridHeight = 65535;

unsigned blocks_for(unsigned items, unsigned per_block) {
  return (items + per_block - 1) / per_block;
}

gpu::LaunchShape plane_shape(const SizeArguments& size) {
  const unsigned across = blocks_for(size.width, kBlockWidth * kPixelsPerThread);
  const unsigned down = std::min(blocks_for(size.height, kBlockHeight), kMaxGridHeight);
  return {{across, down, 1}, {kBlockWidth, kBlockHeight, 1}};
}

}  // namespace

StagedKernels::StagedKernels(const gpu::Device& device, gpu::Jit jit)
    : StagedKernels(device, gray_kernels(device, jit), load(device, "blur", jit), load(device, "equalize", jit),
                    load(device, "sobel", jit), load(device, "quantize", jit)) {}

StagedKernels::StagedKernels(const gpu::Device& device, std::vector<gpu::Function> gray, const gpu::Module& blur,
                             const gpu::Module& equalize, const gpu::Module& sobel, const gpu::Module& quantize)
    : multiprocessors_(static_cast<unsigned>(std::max(device.properties().multiprocessors, 1))),
      gray_(std::move(gray)),
      blur_across_(blur.function("blur_across")),
      blur_down_(blur.function("blur_down")),
      quantize_blur_(equalize.function("quantize_blur")),
      equalization_table_(equalize.function("equalization_table")),
      equalize_(equalize.function("equalize")),
      sobel_of_blur_(sobel.function("sobel_of_blur")),
      sobel_of_equalized_(sobel.function("sobel_of_equalized")),
      quantize_magnitude_(quantize.function("quantize_magnitude")) {}

std::vector<gpu::Function> StagedKernels::gray_kernels(const gpu::Device& device, gpu::Jit jit) {
  const gpu::Module of_pixels = load(device, "gray", jit);
  const gpu::Module of_mosaics = load(device, "gray_bayer", jit);
  std::vector<gpu::Function> kernels;
  for (const PixelReader reader : kPixelReaders) {
    const gpu::Module& module = is_mosaic(reader) ? of_mosaics : of_pixels;
    kernels.push_back(module.function("gray_" + std::string(name(reader))));
  }
  return kernels;
}

PlanesInUse StagedKernels::planes_in_use(const EdgeRequest& request) {
  return {.gray = true,
          .across = true,
          .blur = true,
          .equalized = request.equalize || request.planes.contains(Plane::kEqualized),
          .magnitude = true};
}

void StagedKernels::record(WorkRecorder& recorder, const FrameWork& work) const {
  const gpu::LaunchShape shape = plane_shape(work.size);
  recorder.stage("gray");
  recorder.launch_on_frame(gray_of(work.format), shape, work.frame, work.gray);
  recorder.stage("blur");
  recorder.launch(blur_across_, shape, work.gray, work.across, work.size);
  recorder.launch(blur_down_, shape, work.across, work.blur, work.size);
  if (planes_in_use(work.request).equalized) {
    record_equalization(recorder, work);
  }
  recorder.stage("sobel");
  if (work.request.equalize) {
    recorder.launch(sobel_of_equalized_, shape, work.equalized, work.magnitude, work.size);
  } else {
    recorder.launch(sobel_of_blur_, shape, work.blur, work.magnitude, work.size);
  }
  recorder.stage("quantize");
  recorder.launch(quantize_magnitude_, counting_shape(work.size), work.magnitude, work.edges, work.size,
                  work.histogram);
}

void StagedKernels::record_equalization(WorkRecorder& recorder, const FrameWork& work) const {
  constexpr gpu::LaunchShape kOneBlock{{1, 1, 1}, {256, 1, 1}};
  recorder.stage("equalize");
  recorder.launch(quantize_blur_, counting_shape(work.size), work.blur, work.equalized, work.size, work.levels);
  recorder.launch(equalization_table_, kOneBlock, work.levels.finished, work.table, work.size);
  recorder.launch(equalize_, plane_shape(work.size), work.equalized, work.size, work.table);
}

const gpu::Function& StagedKernels::gray_of(PixelFormat format) const {
  return gray_[static_cast<std::size_t>(reader_of(format))];
}

/// As many blocks as fill the GPU, each with many rows: a block's counters are added up once.
gpu::LaunchShape StagedKernels::counting_shape(const SizeArguments& size) const {
  constexpr unsigned kBlocksPerMultiprocessor = 8;
  gpu::LaunchShape shape = plane_shape(size);
  shape.grid.y = std::clamp(multiprocessors_ * kBlocksPerMultiprocessor / shape.grid.x, 1U, shape.grid.y);
  return shape;
}

}  // namespace sobelcam::cuda
