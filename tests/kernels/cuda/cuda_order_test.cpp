// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <map>
#include <memory>

#include "tests/kernels/cuda/cuda_test.h"
#include "tests/kernels/cuda/slowed_pipeline.h"

namespace sobelcam::test {
namespace {

constexpr std::uint32_t kWidth = 96;
constexpr std::uint32_t kHeight = 64;
constexpr std::uint64_t kFrames = 200;
constexpr long long kSomeTime = 100'000;  // cycles: tens of microseconds

/// A bar whose place and height tell the number.
std::uint8_t stamped(std::uint64_t number, std::uint32_t x) {
  const auto place = static_cast<std::uint32_t>(number * 7 % (kWidth - 8));
  return x >= place && x < place + 4 ? static_cast<std::uint8_t>(40 + number % 200) : std::uint8_t{10};
}

/// A camera with a few pinned buffers: a buffer that was given back is scribbled over at once.
class StampingCamera {
 public:
  explicit StampingCamera(unsigned buffers) {
    const TestFrame blank =
        scene_frame(Scene::kConstant, padded_layout(PixelFormat::kGrey, ColorRange::kFull, kWidth, kHeight, 0));
    for (unsigned i = 0; i < buffers; ++i) {
      buffers_.push_back(std::make_shared<CameraBuffer>(blank.view()));
    }
  }

  Frame take(std::uint64_t number) {
    const std::shared_ptr<CameraBuffer> buffer = buffers_.front();
    buffers_.pop_front();
    buffers_.push_back(buffer);
    EXPECT_FALSE(buffer->out) << "frame " << number;
    buffer->out = true;
    const auto bytes = buffer->picture.bytes();
    for (std::uint32_t i = 0; i < kWidth * kHeight; ++i) {
      bytes[i] = stamped(number, i % kWidth);
    }
    return buffer->picture.frame({number, {}, 0}, buffer);
  }

 private:
  struct CameraBuffer final : FrameOwner {
    explicit CameraBuffer(const FrameView& view) : picture(view) {}
    void give_back(unsigned) noexcept override {
      out = false;
      std::fill(picture.bytes().begin(), picture.bytes().end(), std::uint8_t{0xEE});
    }
    PinnedPicture picture;
    bool out = false;
  };

  std::deque<std::shared_ptr<CameraBuffer>> buffers_;
};

/// The bits that the frame of a number must give.
class Expected {
 public:
  const EdgeResult& of(std::uint64_t number, bool equalize) {
    const auto found = results_.find({number, equalize});
    if (found != results_.end()) {
      return found->second;
    }
    const TestFrame picture(padded_layout(PixelFormat::kGrey, ColorRange::kFull, kWidth, kHeight, 0),
                            [number](std::uint32_t x, std::uint32_t, std::uint32_t) { return stamped(number, x); });
    return results_
        .emplace(std::pair{number, equalize}, run_row(kReferencePipeline, picture.view(), {{}, equalize, false}))
        .first->second;
  }

 private:
  std::map<std::pair<std::uint64_t, bool>, EdgeResult> results_;
};

struct Order {
  GpuMemory memory = GpuMemory::kCopy;
  bool graphs = true;
  unsigned slots = 1;
};

class CudaOrderTest : public testing::TestWithParam<Order> {
 protected:
  void SetUp() override { SOBELCAM_SKIP_UNLESS_USABLE(kCudaStagedPipeline); }

  static PipelineOptions options() {
    PipelineOptions options;
    options.slots = GetParam().slots;
    options.gpu_memory = GetParam().memory;
    options.cuda_graphs = GetParam().graphs;
    return options;
  }

  static bool equalizes(std::uint64_t number) { return number % 3 == 0; }

  void expect_next(EdgePipeline& pipeline, std::uint64_t number) {
    const auto result = pipeline.wait();
    ASSERT_TRUE(result.has_value()) << "frame " << number;
    EXPECT_EQ(result->stamp().sequence, number);
    const auto found = first_difference(expected_.of(number, equalizes(number)), *result);
    ASSERT_FALSE(found) << "frame " << number << ": " << describe(*found);
    for (const StageTiming& timing : result->timings()) {
      EXPECT_GE(timing.duration.count(), 0) << timing.stage << " of frame " << number;
    }
  }

  Expected expected_;
};

INSTANTIATE_TEST_SUITE_P(Slots, CudaOrderTest,
                         testing::Values(Order{GpuMemory::kCopy, true, 1}, Order{GpuMemory::kCopy, true, 2},
                                         Order{GpuMemory::kCopy, true, 3}, Order{GpuMemory::kCopy, true, 4},
                                         Order{GpuMemory::kCopy, false, 1}, Order{GpuMemory::kCopy, false, 4},
                                         Order{GpuMemory::kMapped, true, 1}, Order{GpuMemory::kMapped, true, 4},
                                         Order{GpuMemory::kMapped, false, 4}),
                         [](const auto& test) {
                           return std::string(test.param.memory == GpuMemory::kCopy ? "Copied" : "Mapped") +
                                  (test.param.graphs ? "Graphs" : "Pieces") + std::to_string(test.param.slots);
                         });

TEST_P(CudaOrderTest, KeepsFramesApartWhileOthersAreInFlight) {
  SlowedPipeline pipeline(options(), test_device(), kSomeTime);
  StampingCamera camera(GetParam().slots);
  std::uint64_t next = 0;
  for (std::uint64_t number = 0; number < kFrames; ++number) {
    ASSERT_TRUE(pipeline.submit(camera.take(number), {{}, equalizes(number), false}));
    // As many in flight as there are slots, now and then fewer.
    const std::uint64_t in_flight = number % 5 == 4 ? 1 : GetParam().slots;
    while (number - next + 1 >= in_flight && next <= number) {
      ASSERT_NO_FATAL_FAILURE(expect_next(pipeline, next));
      ++next;
    }
  }
  EXPECT_EQ(pipeline.dropped(), 0U);
}

TEST_P(CudaOrderTest, DropsAFrameWhereEverySlotIsOut) {
  SlowedPipeline pipeline(options(), test_device(), kSomeTime);
  StampingCamera camera(GetParam().slots + 1);
  for (std::uint64_t number = 0; number < GetParam().slots; ++number) {
    ASSERT_TRUE(pipeline.submit(camera.take(number), {{}, equalizes(number), false}));
  }
  EXPECT_FALSE(pipeline.submit(camera.take(GetParam().slots), {}));
  for (std::uint64_t number = 0; number < GetParam().slots; ++number) {
    ASSERT_NO_FATAL_FAILURE(expect_next(pipeline, number));
  }
}

TEST_P(CudaOrderTest, EndsWithFramesInFlight) {
  StampingCamera camera(GetParam().slots);
  SlowedPipeline pipeline(options(), test_device(), kSomeTime);
  for (std::uint64_t number = 0; number < GetParam().slots; ++number) {
    ASSERT_TRUE(pipeline.submit(camera.take(number), {}));
  }
}

}  // namespace
}  // namespace sobelcam::test
