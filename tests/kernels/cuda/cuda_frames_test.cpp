// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "tests/kernels/cuda/cuda_test.h"

namespace sobelcam::test {
namespace {

constexpr EdgeRequest kEverything{PlaneSet::all(), true, false};

class CudaFramesTest : public EachGpuMemory {};

INSTANTIATE_TEST_SUITE_P(Memory, CudaFramesTest, testing::Values(GpuMemory::kCopy, GpuMemory::kMapped), memory_name);

TEST_P(CudaFramesTest, MayStartAtAnyAddressWithAnyPadding) {
  const auto pipeline = make();
  for (const PixelFormat format : kPixelFormats) {
    for (std::size_t offset = 1; offset <= 15; ++offset) {
      const std::size_t padding = offset % 4 == 0 ? 3 : offset % 4 * 4 - 4;
      const TestFrame picture = scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, 37, 9, padding));
      const PinnedPicture pinned(picture.view(), offset);
      EXPECT_EQ(difference(*pipeline, pinned.frame(), kEverything), "") << fourcc(format) << " at " << offset;
    }
  }
}

TEST_P(CudaFramesTest, MayBeLimitedRange) {
  const auto pipeline = make();
  for (const PixelFormat format : kPixelFormats) {
    if (is_rgb(format)) {
      continue;
    }
    const TestFrame picture = scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kLimited, 130, 20, 0));
    EXPECT_EQ(difference(*pipeline, PinnedPicture(picture.view()).frame(), kEverything), "") << fourcc(format);
  }
}

TEST_P(CudaFramesTest, MayHaveMoreBetweenTheirRowsThanInThem) {
  const auto pipeline = make();
  for (const PixelFormat format : kPixelFormats) {
    const TestFrame picture = scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, 50, 30, 1000));
    const PinnedPicture pinned(picture.view(), 3);
    EXPECT_EQ(difference(*pipeline, pinned.frame(), kEverything), "") << fourcc(format) << ", pinned";
    EXPECT_EQ(difference(*pipeline, Frame::borrowing(picture.view()), kEverything), "") << fourcc(format);
  }
}

TEST_P(CudaFramesTest, MayChangeInEveryWayFromOneToTheNext) {
  const auto pipeline = make();
  std::uint32_t step = 0;
  for (const PixelFormat format : kPixelFormats) {
    for (const std::uint32_t width : {64U, 300U, 65U, 1U}) {
      const EdgeRequest request{step % 3 == 0 ? PlaneSet::all() : PlaneSet{}, step % 2 == 0, step % 5 == 0};
      const TestFrame picture =
          scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, width, 1 + step % 40, step % 7));
      const PinnedPicture pinned(picture.view(), step % 4);
      EXPECT_EQ(difference(*pipeline, pinned.frame(), request), "") << "step " << step;
      EXPECT_EQ(difference(*pipeline, Frame::borrowing(picture.view()), request), "") << "step " << step;
      ++step;
    }
  }
}

TEST_P(CudaFramesTest, MayBeAsTallAndAsWideAsAnyFrame) {
  const auto pipeline = make();
  for (const auto& [width, height] : {std::pair{3U, 65535U}, std::pair{65535U, 3U}}) {
    const TestFrame picture =
        scene_frame(Scene::kNoise, padded_layout(PixelFormat::kGrey, ColorRange::kFull, width, height, 0));
    EXPECT_EQ(difference(*pipeline, PinnedPicture(picture.view()).frame(), kEverything), "") << width;
  }
}

TEST_P(CudaFramesTest, MayHaveRowsMoreThanTwoGigabytesApart) {
  constexpr std::size_t kStride = (std::size_t{1} << 31) + 4096 + 5;
  const TestFrame picture = scene_frame(Scene::kNoise, padded_layout(PixelFormat::kRgb24, ColorRange::kFull, 40, 3, 0));
  FrameLayout layout = picture.view().layout;
  layout.stride = kStride;
  gpu::PinnedBuffer sparse;
  try {
    sparse = gpu::PinnedBuffer(test_device(), used_bytes(layout));
  } catch (const gpu::Error& error) {
    GTEST_SKIP() << "no 4 GiB of pinned memory here: " << error.what();
  }
  auto* pixels = reinterpret_cast<std::uint8_t*>(sparse.data());
  for (std::uint32_t y = 0; y < layout.height; ++y) {
    std::memcpy(pixels + y * kStride, picture.view().row(y), row_bytes(layout.format, layout.width));
  }
  const auto pipeline = make();
  Frame frame({pixels, layout}, {}, MemoryKind::kPinnedMapped, nullptr, 0);
  EXPECT_EQ(difference(*pipeline, std::move(frame), kEverything), "");
}

TEST_P(CudaFramesTest, GiveTheSameBitsAsGraphsAndPieceByPiece) {
  const auto graphs = make(true);
  const auto pieces = make(false);
  for (std::uint32_t i = 0; i < 100; ++i) {
    const FrameLayout layout = padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, 133, 47, 0);
    const TestFrame picture(layout, [i](std::uint32_t x, std::uint32_t y, std::uint32_t) {
      return static_cast<std::uint8_t>((x + i) * (y + 3 * i) * 7 >> 3);
    });
    const PinnedPicture pinned(picture.view(), i % 16);
    const EdgeRequest request{{}, i % 10 < 5, false};
    const auto expected = pieces->process(pinned.frame(), request);
    const auto actual = graphs->process(pinned.frame(), request);
    const auto found = first_difference(expected.value(), actual.value());
    ASSERT_FALSE(found) << "frame " << i << ": " << describe(*found);
  }
}

TEST_P(CudaFramesTest, GiveTheSameBitsThroughTheDriversCompiler) {
  PipelineOptions options;
  options.gpu_memory = GetParam();
  options.cuda_jit = true;
  const auto pipeline = kCudaStagedPipeline.make(options);
  for (const PixelFormat format : kPixelFormats) {
    const TestFrame picture = scene_frame(Scene::kNoise, padded_layout(format, ColorRange::kFull, 211, 67, 5));
    EXPECT_EQ(difference(*pipeline, Frame::borrowing(picture.view()), kEverything), "") << fourcc(format);
  }
}

}  // namespace
}  // namespace sobelcam::test
