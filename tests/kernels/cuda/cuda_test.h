// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "drivers/gpu/pinned_buffer.h"
#include "kernels/cuda/shared_device.h"
#include "kernels/cuda/staged_pipeline.h"
#include "kernels/reference/reference_pipeline.h"
#include "tests/support/differential.h"
#include "tests/support/test_frames.h"

namespace sobelcam::test {

/// The GPU of a test that was not skipped.
inline const gpu::Device& test_device() {
  return *cuda::shared_device().device;
}

/// A picture in memory that the GPU reads, at any start address.
class PinnedPicture {
 public:
  explicit PinnedPicture(const FrameView& picture, std::size_t offset = 0);

  FrameView view() const;
  /// The same memory, with a stamp, and given back to an owner.
  Frame frame(FrameStamp stamp = {}, std::shared_ptr<FrameOwner> owner = nullptr) const;
  std::span<std::uint8_t> bytes();

 private:
  FrameLayout layout_;
  std::size_t offset_;
  gpu::PinnedBuffer buffer_;
};

/// Bytes from the first to the last that a frame's pixels use.
std::size_t used_bytes(const FrameLayout& layout);

/// Nothing where the pipeline gives the reference's bits for the frame; what differs, in words, where it does not.
std::string difference(EdgePipeline& pipeline, Frame frame, const EdgeRequest& request);

/// Skips where there is no GPU; fails there if SOBELCAM_REQUIRE demands cuda-staged.
class CudaTest : public testing::Test {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(kCudaStagedPipeline); }
};

/// As CudaTest, once for each way to memory.
class EachGpuMemory : public testing::TestWithParam<GpuMemory> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(kCudaStagedPipeline); }

  static std::unique_ptr<EdgePipeline> make(bool graphs = true, unsigned slots = 4) {
    PipelineOptions options;
    options.gpu_memory = GetParam();
    options.cuda_graphs = graphs;
    options.slots = slots;
    return kCudaStagedPipeline.make(options);
  }
};

inline std::string memory_name(const testing::TestParamInfo<GpuMemory>& test) {
  return test.param == GpuMemory::kCopy ? "Copied" : "Mapped";
}

}  // namespace sobelcam::test
