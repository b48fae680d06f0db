// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/batch_filter.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda/bench/bench_code.h"
#include "kernels/cuda/staged_kernels.h"
#include "kernels/first_difference.h"
#include "kernels/mean3x3.h"
#include "kernels/pipelines.h"

namespace sobelcam::tool {
namespace {

std::size_t aligned(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::string difference_of(ImageView<const std::uint8_t> expected, ImageView<const std::uint8_t> actual,
                          std::string_view name) {
  const auto found = first_difference(name, expected, actual);
  if (!found) {
    return {};
  }
  std::string words = describe(*found);
  words.erase(words.find_last_not_of('\n') + 1);
  return words;
}

class MeanFilter final : public BatchFilter {
 public:
  MeanFilter(const gpu::Device& device, std::span<const FrameView> frames)
      : mean3x3_(cuda::load_bench(device, "bench_mean3x3").function("mean3x3")) {
    for (const FrameView& frame : frames) {
      const FrameLayout& layout = frame.layout;
      Image<std::uint8_t>& mean = expected_.emplace_back(layout.width, layout.height);
      mean3x3({frame.data, layout.width, layout.height, layout.stride}, mean.view());
    }
  }

  std::string_view name() const override { return "mean3x3"; }

  void queue(BatchSlot& slot, cuda::Address /*histogram*/, const gpu::Stream& stream,
             cuda::Queueing /*queueing*/) const override {
    const auto blocks = [](unsigned items, unsigned per_block) { return (items + per_block - 1) / per_block; };
    const gpu::LaunchShape shape{
        {blocks(slot.size.width, cuda::kBlockWidth), blocks(slot.size.height, cuda::kBlockHeight)},
        {cuda::kBlockWidth, cuda::kBlockHeight}};
    mean3x3_.launch(shape, stream, slot.input, slot.output, slot.size);
  }

  std::string difference(std::size_t frame, ImageView<const std::uint8_t> output,
                         std::span<const std::uint32_t, 256> /*histogram*/) const override {
    return difference_of(expected_.at(frame).view(), output, "mean");
  }

 private:
  gpu::Function mean3x3_;
  std::vector<Image<std::uint8_t>> expected_;
};

class EdgeFilter final : public BatchFilter {
 public:
  EdgeFilter(const gpu::Device& device, std::span<const FrameView> frames) : kernels_(device, gpu::Jit::kWhenNeeded) {
    for (const FrameView& frame : frames) {
      // A pipeline each, since its results keep its few slots.
      const auto reference = choose_pipeline("reference").make({});
      expected_.push_back(reference->process(Frame::borrowing(frame), {}).value());
    }
  }

  std::string_view name() const override { return "edges"; }

  void queue(BatchSlot& slot, cuda::Address histogram, const gpu::Stream& stream,
             cuda::Queueing queueing) const override {
    cuda::FrameWork work;
    work.format = PixelFormat::kGrey;
    work.frame = {slot.input.pixels, slot.input.stride, slot.size.width, slot.size.height, 0, 0};
    work.size = slot.size;
    work.gray = slot.gray;
    work.across = slot.across;
    work.blur = slot.blur;
    work.magnitude = slot.magnitude;
    work.edges = slot.output;
    work.histogram = {slot.counters, histogram};
    slot.marks.restart();
    cuda::WorkRecorder recorder(stream, slot.marks, queueing, false);
    kernels_.record(recorder, work);
  }

  std::string difference(std::size_t frame, ImageView<const std::uint8_t> output,
                         std::span<const std::uint32_t, 256> histogram) const override {
    const EdgeResult& expected = expected_.at(frame);
    std::string words = difference_of(expected.edges(), output, "edges");
    const auto [at, other] = std::mismatch(histogram.begin(), histogram.end(), expected.histogram().begin());
    if (words.empty() && at != histogram.end()) {
      words = "histogram differs at bin " + std::to_string(at - histogram.begin()) + ": expected " +
              std::to_string(*other) + ", actual " + std::to_string(*at);
    }
    return words;
  }

 private:
  cuda::StagedKernels kernels_;
  std::vector<EdgeResult> expected_;
};

}  // namespace

BatchSlot::BatchSlot(const gpu::Device& device, FrameSize frame_size)
    : size{frame_size.width, frame_size.height}, marks(device) {
  std::size_t total = 0;
  const auto take = [&total](std::size_t bytes) {
    const std::size_t at = total;
    total += aligned(bytes, 256);
    return at;
  };
  const auto plane = [&](std::size_t pixel_bytes) {
    const std::size_t stride = aligned(size.width * pixel_bytes, 64);
    return cuda::PlaneArguments{take(stride * size.height), stride};
  };
  input = plane(1);
  output = plane(1);
  plane_bytes = input.stride * size.height;
  gray = plane(sizeof(float));
  across = plane(sizeof(float));
  blur = plane(sizeof(float));
  magnitude = plane(sizeof(float));
  counters = take(cuda::kCounterBytes);
  memory_ = gpu::DeviceBuffer(device, total);
  for (cuda::Address* address :
       {&input.pixels, &output.pixels, &gray.pixels, &across.pixels, &blur.pixels, &magnitude.pixels, &counters}) {
    *address += memory_.address();
  }
  const gpu::Stream stream(device);
  stream.fill(counters, 0, cuda::kCounterBytes);
  stream.synchronize();
}

std::unique_ptr<BatchFilter> make_mean_filter(const gpu::Device& device, std::span<const FrameView> frames) {
  return std::make_unique<MeanFilter>(device, frames);
}

std::unique_ptr<BatchFilter> make_edge_filter(const gpu::Device& device, std::span<const FrameView> frames) {
  return std::make_unique<EdgeFilter>(device, frames);
}

}  // namespace sobelcam::tool
