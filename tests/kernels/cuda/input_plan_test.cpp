// SPDX-FileCopyrightText: sobelcam contributors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/input_plan.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "drivers/gpu/stream.h"
#include "tests/support/test_frames.h"

namespace sobelcam::cuda {
namespace {

class InputPlanTest : public testing::Test {
 protected:
  static InputPlan plan(std::uint32_t width, std::uint32_t height, std::size_t stride, MemoryKind memory, bool mapped) {
    static constexpr std::uint8_t kPixel = 0;
    const FrameLayout layout{PixelFormat::kGrey, ColorRange::kFull, width, height, stride, 0};
    return {Frame({&kPixel, layout}, {}, memory, nullptr, 0), mapped};
  }
};

TEST_F(InputPlanTest, UploadsAPinnedFrameAsItIs) {
  const InputPlan input = plan(100, 10, 128, MemoryKind::kPinnedMapped, false);
  EXPECT_EQ(input.path, InputPath::kUpload);
  EXPECT_EQ(input.bytes(), 9U * 128 + 100);
  EXPECT_EQ(input.moved_bytes(), input.bytes());
}

TEST_F(InputPlanTest, UploadsTheRowsAloneWhereMoreLiesBetweenThem) {
  const InputPlan input = plan(100, 10, 201, MemoryKind::kRegistered, false);
  EXPECT_EQ(input.path, InputPath::kUploadRows);
  EXPECT_EQ(input.stride, 128U);
  EXPECT_EQ(input.moved_bytes(), 1000U);
}

TEST_F(InputPlanTest, UploadsRowsThatAreJustDenseEnoughAsTheyAre) {
  EXPECT_EQ(plan(100, 10, 200, MemoryKind::kPinnedMapped, false).path, InputPath::kUpload);
}

TEST_F(InputPlanTest, DoesNotSpreadShortRows) {
  EXPECT_EQ(plan(1, 10, 3, MemoryKind::kPinnedMapped, false).stride, 3U);
}

TEST_F(InputPlanTest, SeesNoGapInOneRow) {
  EXPECT_EQ(plan(100, 1, std::size_t{1} << 40, MemoryKind::kPinnedMapped, false).path, InputPath::kUpload);
}

TEST_F(InputPlanTest, LeavesStridesThatCopyEnginesCannotTakeToTheCpu) {
  EXPECT_EQ(plan(100, 2, gpu::kMaxRowsStride, MemoryKind::kPinnedMapped, false).path, InputPath::kUploadRows);
  EXPECT_EQ(plan(100, 2, gpu::kMaxRowsStride + 1, MemoryKind::kPinnedMapped, false).path, InputPath::kStagedUpload);
}

TEST_F(InputPlanTest, ReadsAPinnedFrameInPlaceWithAnyStrideThatKernelsTake) {
  constexpr std::size_t kWidest = (std::size_t{1} << 32) - 1;
  const InputPlan input = plan(100, 2, kWidest, MemoryKind::kPinnedMapped, true);
  EXPECT_EQ(input.path, InputPath::kMapped);
  EXPECT_EQ(input.stride, kWidest);
}

TEST_F(InputPlanTest, GathersRowsThatLieFartherApart) {
  const InputPlan input = plan(100, 2, std::size_t{1} << 32, MemoryKind::kPinnedMapped, true);
  EXPECT_EQ(input.path, InputPath::kStagedMapped);
  EXPECT_TRUE(input.gathered);
  EXPECT_EQ(input.stride, 128U);
}

TEST_F(InputPlanTest, StagesOrdinaryMemoryEitherWay) {
  EXPECT_EQ(plan(100, 2, 128, MemoryKind::kOrdinary, true).path, InputPath::kStagedMapped);
  EXPECT_EQ(plan(100, 2, 128, MemoryKind::kOrdinary, false).path, InputPath::kStagedUpload);
}

TEST_F(InputPlanTest, TakesTheLumaAloneOfPlanarFormats) {
  for (const PixelFormat format :
       {PixelFormat::kNv12, PixelFormat::kNv21, PixelFormat::kNv16, PixelFormat::kYu12, PixelFormat::kYv12}) {
    static constexpr std::uint8_t kPixel = 0;
    const FrameLayout layout = contiguous_layout(format, ColorRange::kFull, 100, 10, 128);
    const InputPlan input(Frame({&kPixel, layout}, {}, MemoryKind::kPinnedMapped, nullptr, 0), false);
    EXPECT_EQ(input.bytes(), 9U * 128 + 100) << fourcc(format);
  }
}

TEST_F(InputPlanTest, TakesWholeGroupsOfPackedPixels) {
  static constexpr std::uint8_t kPixel = 0;
  const FrameLayout layout{PixelFormat::kRggb10Packed, ColorRange::kFull, 6, 3, 16};
  const InputPlan input(Frame({&kPixel, layout}, {}, MemoryKind::kPinnedMapped, nullptr, 0), false);
  EXPECT_EQ(input.bytes(), 2U * 16 + 10);
}

/// The test frame's last byte lies against a page that ends the test when it is touched.
TEST_F(InputPlanTest, CopiesEveryPixelAndNothingBeyond) {
  for (const std::size_t padding : {0U, 5U, 500U}) {
    const test::TestFrame picture = test::scene_frame(
        test::Scene::kNoise, test::padded_layout(PixelFormat::kYuyv, ColorRange::kFull, 37, 5, padding));
    const InputPlan input(Frame::borrowing(picture.view()), false);
    std::vector<std::byte> copied(input.bytes());
    input.copy(picture.view(), copied.data());
    for (std::uint32_t y = 0; y < 5; ++y) {
      EXPECT_EQ(std::memcmp(copied.data() + y * input.stride, picture.view().row(y), input.row_bytes), 0) << y;
    }
  }
}

}  // namespace
}  // namespace sobelcam::cuda
