// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "drivers/frame/image_view.h"
#include "drivers/gpu/device_buffer.h"
#include "drivers/gpu/graph.h"
#include "kernels/cuda/fused_kernels.h"
#include "kernels/cuda/fused_pipeline.h"
#include "tests/kernels/cuda/cuda_test.h"

namespace sobelcam::test {
namespace {

/// One frame in the GPU's memory, its edges, and where its counts are handed over.
struct EarlyFrame {
  TestFrame picture;
  gpu::DeviceBuffer pixels;
  gpu::DeviceBuffer edges;
  gpu::DeviceBuffer counts;
};

/// Frames whose kernels may begin before the one ahead has ended, with one set of counters for all.
class CudaEarly : public testing::TestWithParam<FrameLayout> {
 protected:
  static constexpr std::uint64_t kFrames = 40;

  void SetUp() override {
    SOBELCAM_SKIP_UNLESS_USABLE(kCudaFusedPipeline);
    kernels_.emplace(test_device(), gpu::Jit::kWhenNeeded);
    if (!kernels_->can_start_early()) {
      GTEST_SKIP() << "kernels begin early on compute capability 9 only";
    }
    stream_.emplace(test_device());
    counters_ = gpu::DeviceBuffer(test_device(), cuda::kCounterBytes);
    stream_->fill(counters_.address(), 0, cuda::kCounterBytes);
    for (std::uint64_t i = 0; i < kFrames; ++i) {
      frames_.push_back(frame(i));
    }
  }

  EarlyFrame frame(std::uint64_t number) const {
    const FrameLayout& layout = GetParam();
    TestFrame picture(layout, [&](std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
      const auto shifted = x + 131 * static_cast<std::uint32_t>(number);
      return scene_byte(Scene::kNoise, shifted, y, layout.width, layout.height, channel);
    });
    const std::size_t bytes = layout.stride * layout.height;
    EarlyFrame frame{std::move(picture), gpu::DeviceBuffer(test_device(), bytes),
                     gpu::DeviceBuffer(test_device(), edge_stride() * layout.height),
                     gpu::DeviceBuffer(test_device(), 256 * sizeof(std::uint32_t))};
    stream_->upload(frame.pixels.address(),
                    {reinterpret_cast<const std::byte*>(frame.picture.view().data), used_bytes(layout)});
    stream_->synchronize();
    return frame;
  }

  static std::size_t edge_stride() { return padded_row_bytes(GetParam().width); }

  void launch_all() {
    for (const EarlyFrame& frame : frames_) {
      cuda::FrameWork work;
      work.format = GetParam().format;
      work.size = {GetParam().width, GetParam().height};
      work.frame = {frame.pixels.address(), GetParam().stride, GetParam().width, GetParam().height, 0, 0};
      work.edges = {frame.edges.address(), edge_stride()};
      work.histogram = {counters_.address(), frame.counts.address()};
      kernels_->launch_early(*stream_, work);
    }
  }

  void expect_reference_bits(const EarlyFrame& frame) {
    const auto expected = kReferencePipeline.make({})->process(Frame::borrowing(frame.picture.view()), {});
    std::vector<std::byte> edges(edge_stride() * GetParam().height);
    std::array<std::uint32_t, 256> counts{};
    stream_->download(edges, frame.edges.address());
    stream_->download(std::as_writable_bytes(std::span(counts)), frame.counts.address());
    stream_->synchronize();
    const auto view = expected->edges();
    for (std::uint32_t y = 0; y < GetParam().height; ++y) {
      ASSERT_EQ(std::memcmp(edges.data() + y * edge_stride(), view.row(y), GetParam().width), 0) << "row " << y;
    }
    EXPECT_TRUE(std::equal(counts.begin(), counts.end(), expected->histogram().begin()));
  }

  std::optional<cuda::FusedKernels> kernels_;
  std::optional<gpu::Stream> stream_;
  gpu::DeviceBuffer counters_;
  std::vector<EarlyFrame> frames_;
};

TEST_P(CudaEarly, EachFrameOfAStreamGetsItsOwnBits) {
  launch_all();
  for (const EarlyFrame& frame : frames_) {
    expect_reference_bits(frame);
  }
}

TEST_P(CudaEarly, EachFrameOfAGraphGetsItsOwnBits) {
  gpu::StreamCapture capture(*stream_);
  launch_all();
  const gpu::GraphExec graph(capture.finish());
  graph.launch(*stream_);
  graph.launch(*stream_);
  for (const EarlyFrame& frame : frames_) {
    expect_reference_bits(frame);
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, CudaEarly,
                         testing::Values(padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 1920, 216, 0),
                                         padded_layout(PixelFormat::kYuyv, ColorRange::kFull, 641, 480, 3),
                                         padded_layout(PixelFormat::kGrey, ColorRange::kFull, 64, 8, 0)),
                         [](const auto& test) { return layout_name(test.param); });

}  // namespace
}  // namespace sobelcam::test
