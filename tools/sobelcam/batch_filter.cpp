// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/batch_filter.h"

#include <utility>
#include <vector>

#include "kernels/cuda/bench/bench_code.h"
#include "kernels/cuda/staged_kernels.h"
#include "kernels/mean3x3.h"
#include "kernels/pipelines.h"
#include "tools/sobelcam/device_layout.h"
#include "tools/sobelcam/difference_words.h"

namespace sobelcam::tool {
namespace {

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
    return difference_words(first_difference("mean", std::as_const(expected_.at(frame)).view(), output));
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
    std::string words = difference_words(first_difference("edges", expected.edges(), output));
    return words.empty() ? difference_words(expected.histogram(), histogram) : words;
  }

 private:
  cuda::StagedKernels kernels_;
  std::vector<EdgeResult> expected_;
};

}  // namespace

BatchSlot::BatchSlot(const gpu::Device& device, FrameSize frame_size)
    : size{frame_size.width, frame_size.height}, marks(device) {
  DeviceLayout places;
  input = places.take_plane(size, 1);
  output = places.take_plane(size, 1);
  gray = places.take_plane(size, sizeof(float));
  across = places.take_plane(size, sizeof(float));
  blur = places.take_plane(size, sizeof(float));
  magnitude = places.take_plane(size, sizeof(float));
  counters = places.take(cuda::kCounterBytes);
  memory_ = places.place(device, {&input.pixels, &output.pixels, &gray.pixels, &across.pixels, &blur.pixels,
                                  &magnitude.pixels, &counters});
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
