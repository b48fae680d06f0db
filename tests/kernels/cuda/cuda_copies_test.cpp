// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/cuda/cuda_test.h"

namespace sobelcam::test {
namespace {

const FrameLayout kLayout = padded_layout(PixelFormat::kNv12, ColorRange::kFull, 100, 30, 28);
constexpr std::size_t kUsed = 29 * 128 + 100;
/// An image of bytes of this size: rows are padded to 64 bytes.
constexpr std::size_t kEdges = 29 * 128 + 100;
/// An image of floats.
constexpr std::size_t kFloats = 29 * 448 + 400;

class CudaCopiesTest : public CudaTest {
 protected:
  static std::unique_ptr<EdgePipeline> make(GpuMemory memory, BufferProvider* outputs = nullptr) {
    PipelineOptions options;
    options.gpu_memory = memory;
    options.memory = outputs;
    return kCudaStagedPipeline.make(options);
  }

  /// What the pipeline says of the third frame, when everything has been allocated, and what the driver was asked for.
  static CopyBytes copies(EdgePipeline& pipeline, const Frame& like, const EdgeRequest& request) {
    gpu::CopyCounts before;
    for (int i = 0; i < 3; ++i) {
      before = test_device().copy_counts();
      EXPECT_TRUE(pipeline.process(Frame(like.view(), {}, like.memory(), nullptr, 0), request).has_value());
    }
    const gpu::CopyCounts after = test_device().copy_counts();
    const CopyBytes said = pipeline.last_copies();
    EXPECT_EQ(said.engines_up, after.bytes_up - before.bytes_up);
    EXPECT_EQ(said.engines_down, after.bytes_down - before.bytes_down);
    EXPECT_EQ(after.device_allocations, before.device_allocations);
    EXPECT_EQ(after.pinned_allocations, before.pinned_allocations);
    return said;
  }

  const TestFrame picture_ = scene_frame(Scene::kNoise, kLayout);
};

TEST_F(CudaCopiesTest, AreOneUpAndOneDownOfAPinnedFrame) {
  const PinnedPicture pinned(picture_.view());
  EXPECT_EQ(copies(*make(GpuMemory::kCopy), pinned.frame(), {}), (CopyBytes{0, kUsed, kEdges}));
}

TEST_F(CudaCopiesTest, TakeTheCpuForAFrameInOrdinaryMemory) {
  const Frame frame = Frame::borrowing(picture_.view());
  EXPECT_EQ(copies(*make(GpuMemory::kCopy), frame, {}), (CopyBytes{kUsed, kUsed, kEdges}));
}

TEST_F(CudaCopiesTest, AreNoneWhereTheGpuReadsAndWritesInPlace) {
  const PinnedPicture pinned(picture_.view());
  EXPECT_EQ(copies(*make(GpuMemory::kMapped), pinned.frame(), {}), (CopyBytes{0, 0, 0}));
}

TEST_F(CudaCopiesTest, AreTheCpusAloneForAnOrdinaryFrameReadInPlace) {
  const Frame frame = Frame::borrowing(picture_.view());
  EXPECT_EQ(copies(*make(GpuMemory::kMapped), frame, {}), (CopyBytes{kUsed, 0, 0}));
}

TEST_F(CudaCopiesTest, GrowWithThePlanesThatAreAskedFor) {
  const PinnedPicture pinned(picture_.view());
  const EdgeRequest request{{Plane::kGray, Plane::kEqualized}, false, false};
  EXPECT_EQ(copies(*make(GpuMemory::kCopy), pinned.frame(), request), (CopyBytes{0, kUsed, 2 * kEdges + kFloats}));
}

TEST_F(CudaCopiesTest, LeaveOutWhatLiesBetweenSparseRows) {
  const TestFrame sparse =
      scene_frame(Scene::kNoise, padded_layout(PixelFormat::kGrey, ColorRange::kFull, 100, 30, 900));
  const PinnedPicture pinned(sparse.view());
  EXPECT_EQ(copies(*make(GpuMemory::kCopy), pinned.frame(), {}), (CopyBytes{0, 3000, kEdges}));
  const Frame ordinary = Frame::borrowing(sparse.view());
  EXPECT_EQ(copies(*make(GpuMemory::kCopy), ordinary, {}), (CopyBytes{3000, kUsed, kEdges}));
}

TEST_F(CudaCopiesTest, TakeTheCpuForOutputsInOrdinaryMemory) {
  const PinnedPicture pinned(picture_.view());
  EXPECT_EQ(copies(*make(GpuMemory::kCopy, &ordinary_memory()), pinned.frame(), {}),
            (CopyBytes{kEdges, kUsed, kEdges}));
}

}  // namespace
}  // namespace sobelcam::test
