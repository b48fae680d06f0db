// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include "kernels/cpu/cpu_pipeline.h"
#include "tests/support/test_frames.h"

// Counts every allocation of this process, whoever makes it: operator new ends in malloc too.
namespace {

std::atomic<std::uint64_t> allocations{0};

}  // namespace

extern "C" {

void* __libc_malloc(std::size_t size);                           // NOLINT(bugprone-reserved-identifier): glibc's name
void* __libc_memalign(std::size_t alignment, std::size_t size);  // NOLINT(bugprone-reserved-identifier): glibc's name

void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  ++allocations;
  *out = __libc_memalign(alignment, size);
  return *out != nullptr ? 0 : ENOMEM;
}

}  // extern "C"

namespace sobelcam::test {
namespace {

class Allocation : public testing::TestWithParam<unsigned> {
 protected:
  /// Allocations of 300 frames, after two that may allocate what they want.
  static std::uint64_t in_steady_state(unsigned threads, const EdgeRequest& request) {
    const TestFrame frame =
        scene_frame(Scene::kNoise, padded_layout(PixelFormat::kYuyv, ColorRange::kLimited, 320, 240, 0));
    PipelineOptions options;
    options.threads = threads;
    const auto pipeline = kCpuPipeline.make(options);
    std::uint64_t before = 0;
    for (int i = 0; i < 302; ++i) {
      if (i == 2) {
        before = allocations;
      }
      const auto result = pipeline->process(Frame::borrowing(frame.view()), request);
      EXPECT_TRUE(result.has_value());
    }
    return allocations - before;
  }
};

TEST_P(Allocation, IsSeenByThisTest) {
  const std::uint64_t before = allocations;
  const auto pipeline = kCpuPipeline.make({});
  EXPECT_GT(allocations, before);
}

TEST_P(Allocation, DoesNotHappenAfterTheFirstTwoFrames) {
  EXPECT_EQ(in_steady_state(GetParam(), {}), 0U);
}

TEST_P(Allocation, DoesNotHappenWithEveryPlaneAndEqualization) {
  EXPECT_EQ(in_steady_state(GetParam(), {PlaneSet::all(), true, false}), 0U);
}

INSTANTIATE_TEST_SUITE_P(Threads, Allocation, testing::Values(1U, 2U));

}  // namespace
}  // namespace sobelcam::test
