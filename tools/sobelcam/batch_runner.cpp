// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/sobelcam/batch_runner.h"

#include <algorithm>
#include <chrono>

namespace sobelcam::tool {
namespace {

void mark(gpu::Event& event, const gpu::Stream& stream, cuda::Queueing queueing) {
  if (queueing == cuda::Queueing::kIntoGraph) {
    event.record_in_graph(stream);
  } else {
    event.record(stream);
  }
}

}  // namespace

BatchMemory::BatchMemory(const gpu::Device& device, FrameSize size, std::size_t frames)
    : size_(size),
      frames_(frames),
      layout_(aligned_layout(PixelFormat::kGrey, ColorRange::kFull, size.width, size.height)),
      bytes_(layout_bytes(layout_)),
      inputs_(device, bytes_ * frames),
      outputs_(device, bytes_ * frames),
      histograms_(device, kHistogramBytes * frames) {
  for (std::size_t frame = 0; frame < frames; ++frame) {
    auto* pixels = reinterpret_cast<std::uint8_t*>(inputs_.data() + frame * bytes_);
    draw_scene({pixels, layout_}, BenchScene::kTextured, frame);
  }
}

std::vector<FrameView> BatchMemory::frame_views() const {
  std::vector<FrameView> views;
  for (std::size_t frame = 0; frame < frames_; ++frame) {
    views.push_back({reinterpret_cast<const std::uint8_t*>(input(frame).data()), layout_});
  }
  return views;
}

void BatchMemory::spoil() const {
  constexpr std::byte kRubbish{0xA5};
  std::fill_n(outputs_.data(), outputs_.bytes(), kRubbish);
  std::fill_n(histograms_.data(), histograms_.bytes(), kRubbish);
}

std::string BatchMemory::difference(const BatchFilter& filter) const {
  for (std::size_t frame = 0; frame < frames_; ++frame) {
    const ImageView<const std::uint8_t> plane{reinterpret_cast<const std::uint8_t*>(output(frame).data()), size_.width,
                                              size_.height, layout_.stride};
    const auto* counts = reinterpret_cast<const std::uint32_t*>(histograms_.data() + frame * kHistogramBytes);
    std::string words = filter.difference(frame, plane, std::span<const std::uint32_t, 256>(counts, 256));
    if (!words.empty()) {
      return "frame " + std::to_string(frame) + ": " + words;
    }
  }
  return {};
}

BatchRunner::Lane::Lane(const gpu::Device& device, FrameSize size)
    : slot(device, size), uploads(device), work(device), ready(device), done(device) {}

BatchRunner::Marks::Marks(const gpu::Device& device)
    : upload_start(device, gpu::EventTiming::kOn),
      upload_end(device, gpu::EventTiming::kOn),
      kernel_start(device, gpu::EventTiming::kOn),
      kernel_end(device, gpu::EventTiming::kOn),
      download_end(device, gpu::EventTiming::kOn) {}

BatchRunner::BatchRunner(const gpu::Device& device, const BatchPlan& plan, const BatchMemory& memory,
                         const BatchFilter& filter)
    : device_(device),
      plan_(plan),
      memory_(memory),
      filter_(filter),
      origin_(device),
      fork_(device),
      begin_(device, gpu::EventTiming::kOn) {
  // A slot without a frame would leave a stream in the recording that is never joined again.
  const std::size_t lanes = std::min<std::size_t>(plan.slots, memory.frames());
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    lanes_.emplace_back(device, memory.size());
  }
  for (std::size_t frame = 0; frame < memory.frames(); ++frame) {
    marks_.emplace_back(device);
  }
  if (plan.graph) {
    graph_ = record(false);
    marked_graph_ = record(true);
  }
}

double BatchRunner::run_us() {
  const auto start = std::chrono::steady_clock::now();
  if (graph_) {
    graph_->launch(origin_);
  } else {
    queue_all(cuda::Queueing::kNow, false);
  }
  synchronize();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

std::vector<Operation> BatchRunner::trace() {
  if (marked_graph_) {
    begin_.record(origin_);
    marked_graph_->launch(origin_);
  } else {
    begin_.record(upload_stream(lanes_.front()));
    queue_all(cuda::Queueing::kNow, true);
  }
  synchronize();
  std::vector<Operation> operations;
  const auto at_us = [this](const gpu::Event& event) { return gpu::elapsed(begin_, event).count(); };
  for (std::size_t frame = 0; frame < marks_.size(); ++frame) {
    const Marks& marks = marks_[frame];
    const auto slot = static_cast<unsigned>(frame % lanes_.size());
    const double kernel_end_us = at_us(marks.kernel_end);
    operations.push_back({OperationKind::kUpload, frame, slot, at_us(marks.upload_start), at_us(marks.upload_end)});
    operations.push_back({OperationKind::kKernel, frame, slot, at_us(marks.kernel_start), kernel_end_us});
    operations.push_back({OperationKind::kDownload, frame, slot, kernel_end_us, at_us(marks.download_end)});
  }
  return from_marks(std::move(operations), device_.properties().async_engines);
}

void BatchRunner::queue_all(cuda::Queueing queueing, bool marked) {
  for (std::size_t frame = 0; frame < memory_.frames(); ++frame) {
    queue_frame(frame, queueing, marked ? &marks_[frame] : nullptr);
  }
}

void BatchRunner::queue_frame(std::size_t frame, cuda::Queueing queueing, Marks* marks) {
  Lane& lane = lanes_[frame % lanes_.size()];
  const gpu::Stream& uploads = upload_stream(lane);
  if (!plan_.in_order && frame >= lanes_.size()) {
    uploads.wait(lane.done);
  }
  if (marks != nullptr) {
    mark(marks->upload_start, uploads, queueing);
  }
  uploads.upload(lane.slot.input.pixels, memory_.input(frame));
  if (marks != nullptr) {
    mark(marks->upload_end, uploads, queueing);
  }
  if (!plan_.in_order) {
    lane.ready.record(uploads);
    lane.work.wait(lane.ready);
  }
  if (marks != nullptr) {
    mark(marks->kernel_start, lane.work, queueing);
  }
  filter_.queue(lane.slot, memory_.histogram(frame), lane.work, queueing);
  if (marks != nullptr) {
    mark(marks->kernel_end, lane.work, queueing);
  }
  lane.work.download(memory_.output(frame), lane.slot.output.pixels);
  if (marks != nullptr) {
    mark(marks->download_end, lane.work, queueing);
  }
  lane.done.record(lane.work);
}

gpu::GraphExec BatchRunner::record(bool marked) {
  gpu::StreamCapture capture(origin_);
  fork_.record(origin_);
  for (const Lane& lane : lanes_) {
    upload_stream(lane).wait(fork_);
    if (!plan_.in_order) {
      lane.work.wait(fork_);
    }
  }
  queue_all(cuda::Queueing::kIntoGraph, marked);
  for (const Lane& lane : lanes_) {
    origin_.wait(lane.done);
  }
  return gpu::GraphExec(capture.finish());
}

void BatchRunner::synchronize() const {
  if (graph_) {
    origin_.synchronize();
    return;
  }
  // Kernels wait for uploads, so that these are done as well.
  for (const Lane& lane : lanes_) {
    lane.work.synchronize();
  }
}

}  // namespace sobelcam::tool
